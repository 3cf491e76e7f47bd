-- Merchants' apps, and what they accept.
create table apps (
  id uuid primary key,
  owner_id uuid not null references users, -- the merchant
  name text not null check (char_length(name) between 1 and 255), -- as customers read it
  description text check (char_length(description) between 1 and 1000), -- as customers read it
  slug text unique check (char_length(slug) between 1 and 255), -- its name in URLs
  slug_before_archived text, -- its slug when it was archived: its own again when it is restored, unless another has it
  image text references uploads, -- the file's name; an image in use cannot be forgotten
  url text not null check (char_length(url) <= 1000), -- the shop's own site
  environment text not null check (environment in ('development', 'production')), -- development: test networks only
  token_hash bytea not null unique check (octet_length(token_hash) = 32), -- SHA-256 of the app token
  token_mac bytea, -- over whose the app is and that hash, under the instance's key
  token_sealed bytea not null, -- the token under the instance's key (AES-256-GCM, with the app's id as associated data)
  settings jsonb not null default '{}', -- what the merchant set otherwise than the instance does
  archived_at timestamptz, -- null where it is in use
  -- Since when nobody is quoted anything, as an address of it is not the one that its owner entered; null: it is well.
  quotes_stopped_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index apps_of_owner on apps (owner_id, id desc);
create index apps_of_image on apps (image) where image is not null;

-- The assets that an app accepts, and on which terms. Totals are decimals in whole units of the invoice's own currency.
create table app_cryptocurrencies (
  id uuid primary key,
  app_id uuid not null references apps, -- that accepts it
  asset_id uuid not null references assets, -- that is accepted
  confirmations integer check (confirmations between 1 and 10000), -- blocks; null: the network's own
  min_total numeric check (min_total >= 0), -- invoices of less are not offered it; null: no bound
  max_total numeric check (max_total >= 0), -- invoices of more are not offered it; null: no bound
  -- The greatest invoice total for which the shop lets its goods go before a payment is mined, at its own risk, where a
  -- network shows its mempool. null: never.
  accept_unconfirmed_up_to numeric check (accept_unconfirmed_up_to >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (app_id, asset_id)
);
