-- The addresses of merchants that receive money: whose they are, who uses them, and which of them are watched.

-- One address or extended public key of one owner.
create table wallets (
  id uuid primary key,
  owner_id uuid not null references users, -- the merchant
  family text not null, -- of networks; the same address may be used on all networks of its family
  kind text not null check (kind in ('address', 'xpub')), -- one address, or a key that addresses are derived from
  value text not null, -- as the merchant sees it again, canonical within the family (EVM: lower-case hex)
  -- What two spellings of one wallet have in common: an address itself; of a key, its point and chain code, and behind
  -- a space which addresses are derived from it.
  identity text not null,
  next_index bigint not null default 0 check (next_index >= 0), -- the next child that was never shown; it only grows
  used_index bigint, -- the highest child that anything ever came to; null where nothing did
  -- The children below it belong to the owner, shown or not, as far as they were free.
  reserved_to bigint not null default 0 check (reserved_to >= 0),
  proved_at timestamptz, -- since when a signature has proved that the owner controls it; null where none has
  proved_by text, -- who brought that signature; null where nobody did
  created_at timestamptz not null,
  constraint wallets_one_identity unique (family, identity)
);
create index wallets_of_key on wallets (family, split_part(identity, ' ', 1)) where kind = 'xpub';

-- Whose an address is, and through which wallet: those that were shown, and those that a key gives out next. An address
-- has one owner on an instance and in its family: whoever entered it, whose key derives it or soon will, or who proved
-- control of it. Otherwise whoever is shown an address could enter it as his own, and be credited with what others pay
-- there. The unique key over three columns is what watched_addresses refers to, so that no row there names another
-- owner.
create table address_owners (
  family text not null, -- of networks, as in wallets
  address text not null, -- canonical
  owner_id uuid not null, -- of users
  wallet_id uuid not null references wallets, -- that has it or derives it
  primary key (family, address),
  unique (family, address, owner_id)
);

-- A wallet put to use by an app on a network.
create table app_addresses (
  id uuid primary key,
  app_id uuid not null references apps, -- that uses it
  network_id uuid not null references networks, -- on which it is used
  wallet_id uuid not null references wallets, -- that is used
  label text check (char_length(label) <= 255), -- as the merchant calls it
  enabled boolean not null default true, -- customers are shown it
  effective_at timestamptz, -- from when on they are; null: at once
  -- Over what customers are shown by it, under the instance's key: null or wrong where the row was changed otherwise.
  mac bytea,
  deleted_at timestamptz, -- null where it was not deleted
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index app_addresses_one_use on app_addresses (app_id, network_id, wallet_id) where deleted_at is null;
create index app_addresses_of_network on app_addresses (network_id) where deleted_at is null;
create index app_addresses_of_wallet on app_addresses (wallet_id, network_id);

-- Every address that is looked for on a chain. A row is added when an address is first shown to anyone and never
-- removed, so that a payment of years later is still recorded.
create table watched_addresses (
  network_id uuid not null references networks, -- on which it is looked for
  address text not null, -- canonical
  wallet_id uuid not null references wallets, -- that has it or derives it
  app_id uuid not null references apps, -- that payments to it are of
  derivation_index bigint, -- the child of the extended public key that it is; null for a fixed, shared address
  is_used boolean not null default false, -- something came to it; kept for the children of a key only
  family text not null, -- of the network
  owner_id uuid not null, -- of the address
  -- The database transaction that added it: with it a reader catches up without missing a row that commits late.
  created_xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null default now(), -- on the database's clock
  primary key (network_id, address),
  constraint watched_addresses_one_owner foreign key (family, address, owner_id)
    references address_owners (family, address, owner_id) on update cascade
);
create index watched_addresses_since on watched_addresses (network_id, created_xid);
create unique index watched_addresses_one_index on watched_addresses (wallet_id, network_id, derivation_index)
  where derivation_index is not null;

-- Addresses of merchants that a token's issuer has blocked, as its contract said when it was last asked: nobody is
-- asked to pay with that token there. Almost always empty.
create table blocked_addresses (
  asset_id uuid not null references assets, -- the token
  wallet_id uuid not null references wallets, -- whose address is blocked
  noted_at timestamptz not null, -- when the contract was asked
  primary key (asset_id, wallet_id)
);
create index blocked_addresses_of_wallet on blocked_addresses (wallet_id);
