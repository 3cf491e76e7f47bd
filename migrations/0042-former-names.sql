-- The last price of an order whose reference was changed: whoever uses the reference again for less needs more rights.
create table former_references (
  id uuid primary key,
  app_id uuid not null references apps, -- whose order it was
  reference text not null, -- as of invoices
  total numeric(40, 0) not null, -- minor units of the currency
  currency text not null check (currency ~ '^[A-Z]{3}$'), -- ISO 4217
  ended_at timestamptz not null, -- when its invoice took another one
  mac bytea not null, -- under SECRET_KEY
  unique (app_id, reference)
);

-- The last terms on which an app accepted a coin: to delete it and to add it again is one change of them.
create table former_coin_terms (
  id uuid primary key,
  app_id uuid not null references apps, -- that accepted it
  asset_id uuid not null references assets, -- the coin on its network
  confirmations integer, -- null: as the network needs
  accept_unconfirmed_up_to text, -- a decimal; null: nothing is accepted unconfirmed
  ended_at timestamptz not null, -- when the app stopped to accept it
  mac bytea not null, -- under SECRET_KEY
  unique (app_id, asset_id)
);

-- Slugs that a payment link or an app had before. A slug stays with its owner for ever, and leads on to what had it.
create table former_slugs (
  id uuid primary key,
  slug_of text not null check (slug_of in ('payment_link', 'app')), -- what it was the name of
  slug text not null, -- its name in URLs
  owner_id uuid not null references users, -- who made the app that it led to
  app_id uuid not null references apps, -- that it led to
  target_id uuid not null, -- the payment link or the app that had it, which may be gone
  total numeric(40, 0), -- of a link: what it asked for, in minor units; null: the customer entered it
  currency text check (currency ~ '^[A-Z]{3}$'), -- of a link; ISO 4217
  ended_at timestamptz not null, -- when it was given up
  mac bytea not null, -- under SECRET_KEY
  unique (slug_of, slug)
);

-- Slugs of a paid production app that are to lead to another app of the same owner, and wait before they do.
create table slug_changes (
  id uuid primary key,
  app_id uuid not null references apps, -- whose money goes elsewhere by it
  slug_of text not null check (slug_of in ('payment_link', 'app')), -- what it is the name of
  slug text not null, -- its name in URLs
  to_app_id uuid not null references apps, -- that it is to lead to
  target_id uuid not null, -- the payment link or the app that is to have it
  requested_by uuid references users, -- null where no person did
  effective_at timestamptz not null, -- when it is to lead there
  -- withdrawn: the slug was asked for again, or what was to have it is gone. approved: effective_at is when.
  status text not null check (status in ('waiting', 'stopped', 'approved', 'withdrawn')),
  carried_out_at timestamptz, -- since when the slug leads there
  decided_at timestamptz, -- when it was stopped, approved or withdrawn
  decided_by text, -- who did that
  -- SHA-256 of the token in the mailed link that stops it; null once it is of no use.
  stop_hash bytea unique check (octet_length(stop_hash) = 32),
  created_at timestamptz not null,
  mac bytea not null -- under SECRET_KEY
);
create index slug_changes_of_app on slug_changes (app_id, id desc);
create unique index slug_changes_open on slug_changes (slug_of, slug)
  where status in ('waiting', 'approved') and carried_out_at is null;
