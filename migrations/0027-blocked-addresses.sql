-- Addresses of merchants that a token's issuer has blocked, as its contract said when it was last asked: nobody is asked to
-- pay with that token there. Almost always empty.
create table blocked_addresses (
  asset_id uuid not null references assets,
  wallet_id uuid not null references wallets,
  noted_at timestamptz not null,
  primary key (asset_id, wallet_id)
);
create index blocked_addresses_of_wallet on blocked_addresses (wallet_id);
