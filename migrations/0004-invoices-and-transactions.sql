-- What is owed, and the attempts to pay it. Fiat in minor units of the invoice's currency, crypto in smallest units.
-- sequence counts the invoice's events; a change is committed only from the sequence it was decided on.
-- deadline is expires_at on the clock of the chains offered (later only if a chain's clock runs ahead of ours).
create table invoices (
  id uuid primary key,
  app_id uuid not null references apps,
  status text not null check (status in ('open', 'partially_paid', 'paid', 'expired', 'canceled')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total numeric(40, 0) not null check (total > 0),
  paid numeric(40, 0) not null default 0 check (paid >= 0),
  pending numeric(40, 0) not null default 0 check (pending >= 0),
  tolerance numeric(40, 0) not null default 0 check (tolerance >= 0 and tolerance * 10 <= total),
  exceptions text[] not null default '{}',
  reference text,
  "order" jsonb not null default '{}',
  customer jsonb not null default '{}',
  success_url text,
  cancel_url text,
  metadata jsonb not null default '{}',
  sequence bigint not null default 0,
  expires_at timestamptz not null,
  deadline timestamptz not null,
  paid_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index invoices_of_app on invoices (app_id, created_at desc, id desc);
create unique index invoices_one_reference on invoices (app_id, reference)
  where reference is not null and status not in ('canceled', 'expired');
create index invoices_due on invoices (deadline) where status in ('open', 'partially_paid');

-- A merchant's word that what came, or nothing, settles an invoice: who said it, and why.
create table invoice_settlements (
  id uuid primary key,
  invoice_id uuid not null unique references invoices,
  settled_by text not null,
  reason text not null check (char_length(reason) between 1 and 1000),
  created_at timestamptz not null
);

-- rate: fiat per one whole coin. quoted: the fiat that exactly `amount` settles. pending: the fiat value of what was
-- seen. credited: what a success added to the invoice. hash and block are of the chain transaction that pays it.
create table transactions (
  id uuid primary key,
  invoice_id uuid not null references invoices,
  app_id uuid not null references apps,
  network_id uuid not null references networks,
  asset_id uuid not null references assets,
  sender text not null,
  recipient text not null,
  derivation_index bigint,
  rate numeric not null check (rate > 0),
  rate_evidence jsonb not null,
  amount numeric(78, 0) check (amount > 0),
  quoted numeric(40, 0) not null check (quoted >= 0),
  status text not null check (status in ('processing', 'success', 'canceled', 'rejected')),
  reason text,
  matched_by text,
  hash text,
  block bigint,
  block_hash text,
  received numeric(78, 0),
  pending numeric(40, 0) not null default 0 check (pending >= 0),
  credited numeric(40, 0) not null default 0 check (credited >= 0),
  required_confirmations integer not null check (required_confirmations >= 1),
  expire_at timestamptz,
  deadline timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (status <> 'success' or (hash is not null and block is not null and received is not null)),
  check (status = 'success' or credited = 0),
  check (status = 'processing' or pending = 0)
);
create index transactions_of_invoice on transactions (invoice_id, created_at desc, id desc);
-- One attempt at a time for the same sender and asset, as long as nothing was seen for it.
create unique index transactions_one_attempt on transactions (invoice_id, asset_id, sender)
  where status = 'processing' and hash is null;
-- On a shared address the amount alone must tell two open quotes apart.
create unique index transactions_unique_amount on transactions (recipient, asset_id, amount)
  where status = 'processing' and derivation_index is null and reason is null;
-- How a transfer finds the attempts it may belong to: by who sent it, or by its exact amount.
create index transactions_by_sender on transactions (recipient, sender);
create index transactions_by_amount on transactions (recipient, amount);
create index transactions_in_flight on transactions (network_id, block) where status = 'processing' and hash is not null;
create index transactions_due on transactions (network_id, deadline) where status = 'processing' and block is null;
