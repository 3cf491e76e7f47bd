-- What can be paid with. Rows are written from the registry and quittance.json at each start; only their ids are made
-- here.

-- A network is its chain and never its symbol: family and chain_id are pinned, and a row once written is not changed.
create table networks (
  id uuid primary key,
  symbol text not null unique check (symbol = lower(symbol)), -- as the configuration names it
  family text not null check (family in ('EVM', 'TRON', 'UTXO', 'SVM')), -- how its chain is read
  chain_id bigint, -- EIP-155; null in families that have none
  created_at timestamptz not null
);

create table cryptocurrencies (
  id uuid primary key,
  symbol text not null unique check (symbol = upper(symbol)), -- as people know it
  created_at timestamptz not null
);

-- A cryptocurrency on a network. An asset is (network, contract) and never its name, and its decimals are pinned.
create table assets (
  id uuid primary key,
  network_id uuid not null references networks, -- that it is on
  cryptocurrency_id uuid not null references cryptocurrencies, -- that it is
  contract text not null, -- canonical address of the token's contract; '' for the native coin
  decimals smallint not null check (decimals between 0 and 30), -- one whole coin is 10^decimals smallest units
  stopped text, -- why it is not taken for now, such as a contract that names other decimals; null where it is taken
  created_at timestamptz not null,
  unique (network_id, contract)
);

-- What each pair was believed to be worth, one price every ten minutes of the last hour, and the last one before: what
-- a source that nobody else can check is held against, also after a restart.
create table believed_rates (
  pair text not null, -- such as ETH/USD; fiat pairs too, such as USD/KWD
  at timestamptz not null, -- the ten minutes that it was the first price of
  rate numeric not null check (rate > 0), -- the price of one whole unit of the first in the second
  primary key (pair, at)
);

-- Stable coins that the market prices apart from what they stand for, for as long as that lasts.
create table depegged_coins (
  symbol text primary key, -- of the cryptocurrency
  since timestamptz not null -- when it was seen first, and the merchants told
);
