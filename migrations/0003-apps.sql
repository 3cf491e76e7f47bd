-- Merchants' apps, what they accept, and the addresses of their own that receive it.
-- token_hash: SHA-256 of the app token; token_sealed: the token under the instance's key (AES-256-GCM, AAD = app id).
create table apps (
  id uuid primary key,
  owner_id uuid not null references users,
  name text not null check (char_length(name) between 1 and 255),
  description text check (char_length(description) between 1 and 1000),
  slug text unique check (char_length(slug) between 1 and 255),
  image text,
  url text not null check (char_length(url) <= 1000),
  environment text not null check (environment in ('development', 'production')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  token_sealed bytea not null,
  settings jsonb not null default '{}',
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index apps_of_owner on apps (owner_id, id desc);

-- min_total and max_total bound an invoice's total, as decimals in the invoice's own currency.
create table app_cryptocurrencies (
  id uuid primary key,
  app_id uuid not null references apps,
  asset_id uuid not null references assets,
  confirmations integer check (confirmations between 1 and 10000),
  min_total numeric check (min_total >= 0),
  max_total numeric check (max_total >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (app_id, asset_id)
);

-- One address or extended public key of one owner. value is canonical within the family (EVM: lower-case hex), so that
-- the unique key makes it belong to one owner only. next_index is the next unused child: it only ever grows.
create table wallets (
  id uuid primary key,
  owner_id uuid not null references users,
  family text not null,
  kind text not null check (kind in ('address', 'xpub')),
  value text not null,
  next_index bigint not null default 0 check (next_index >= 0),
  created_at timestamptz not null,
  unique (family, value)
);

-- A wallet put to use by an app on a network.
create table app_addresses (
  id uuid primary key,
  app_id uuid not null references apps,
  network_id uuid not null references networks,
  wallet_id uuid not null references wallets,
  label text check (char_length(label) <= 255),
  enabled boolean not null default true,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index app_addresses_one_use on app_addresses (app_id, network_id, wallet_id) where deleted_at is null;
create index app_addresses_of_wallet on app_addresses (wallet_id, network_id);

-- Every address the watcher looks for. A row is added when an address is first shown to anyone and never removed, so
-- that a payment of years later is still recorded. derivation_index is null for a fixed (shared) address.
-- created_xid lets a reader catch up without missing a row that commits late (see io/db).
create table watched_addresses (
  network_id uuid not null references networks,
  address text not null,
  wallet_id uuid not null references wallets,
  app_id uuid not null references apps,
  derivation_index bigint,
  created_xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(),
  primary key (network_id, address)
);
create index watched_addresses_since on watched_addresses (network_id, created_xid);
create unique index watched_addresses_one_index on watched_addresses (wallet_id, network_id, derivation_index)
  where derivation_index is not null;
