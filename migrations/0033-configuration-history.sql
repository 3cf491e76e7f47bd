-- Networks and coins stay known after quittance.json no longer names them: as last configured, and by earlier symbols.

-- As last configured. Rows of today have none of it yet: the next start fills in those that are configured.
alter table networks add column name text; -- shown to people
alter table networks add column params text; -- which of the family's chains it is, such as bitcoin-regtest; null elsewhere
alter table networks add column test boolean; -- whether its coins are without value
alter table networks add column confirmations integer check (confirmations > 0); -- blocks that a payment needs
alter table networks add column explorer text; -- page of a chain transaction, with {hash}; null where there is none
alter table cryptocurrencies add column name text; -- shown to people
alter table cryptocurrencies add column decimals smallint check (decimals between 0 and 30); -- as the first network has it
alter table cryptocurrencies add column stable boolean; -- whether it stands for a fiat currency
alter table cryptocurrencies add column peg text; -- that currency (ISO 4217); null for other coins

-- Symbols that a network, or a coin on a network, had before it was renamed in the configuration. Requests may use them.
create table former_symbols (
  id uuid primary key,
  symbol text not null, -- a network's in lower case, a coin's in upper case
  network_id uuid not null references networks, -- that had it, or that the coin is on
  asset_id uuid references assets, -- that had it; null where the network had it
  created_at timestamptz not null,
  unique nulls not distinct (network_id, asset_id, symbol)
);
