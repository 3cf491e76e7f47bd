-- How far each chain was read, and every transfer that was seen there.
-- One process at a time follows a network: it holds the lease. block_* is the newest block whose transfers are recorded;
-- reached_at is when an endpoint last answered; halted says why nobody follows it any more.
create table network_cursors (
  network_id uuid primary key references networks,
  block_number bigint,
  block_hash text,
  block_time timestamptz,
  head_number bigint,
  halted text,
  lease_owner uuid,
  lease_until timestamptz,
  reached_at timestamptz,
  check ((block_number is null) = (block_hash is null))
);

-- The last blocks read, so that a reorg can be walked back to where the branches part.
create table network_blocks (
  network_id uuid not null references networks,
  number bigint not null,
  hash text not null,
  parent_hash text not null,
  time timestamptz not null,
  primary key (network_id, number)
);

-- One transfer is (network, chain transaction, position): the position is the same in whichever block the chain
-- transaction is mined, so a transfer that is mined again after a reorg is the same row. block is null while its block is off the
-- chain. transaction_id is its one owner; disposition null means that it waits to be matched.
create table transfers (
  id uuid primary key,
  network_id uuid not null references networks,
  tx_hash text not null,
  position text not null,
  asset_id uuid not null references assets,
  sender text,
  recipient text not null,
  amount numeric(78, 0) not null check (amount >= 0),
  succeeded boolean not null,
  block bigint,
  block_hash text,
  block_time timestamptz,
  disposition text check (disposition in ('matched', 'unmatched', 'failed', 'ignored')),
  transaction_id uuid references transactions,
  matched_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (network_id, tx_hash, position),
  check ((block is null) = (block_hash is null)),
  check ((disposition = 'matched') = (transaction_id is not null) or disposition is null and transaction_id is null)
);
create index transfers_undecided on transfers (network_id) where disposition is null and block is not null;
create index transfers_of_transaction on transfers (transaction_id) where transaction_id is not null;
create index transfers_by_block on transfers (network_id, block) where block is not null;

-- What a success gave to an invoice, per transfer: at most one live credit for a transfer, ever.
create table credits (
  id uuid primary key,
  transfer_id uuid not null references transfers,
  transaction_id uuid not null references transactions,
  invoice_id uuid not null references invoices,
  amount numeric(78, 0) not null check (amount > 0),
  value numeric(40, 0) not null check (value >= 0),
  block bigint not null,
  block_hash text not null,
  reversed_at timestamptz,
  created_at timestamptz not null
);
create unique index credits_once on credits (transfer_id) where reversed_at is null;
create index credits_of_transaction on credits (transaction_id);

-- Money that reached an app's address and belongs to no transaction yet: it waits for the merchant.
create table unmatched_payments (
  id uuid primary key,
  app_id uuid not null references apps,
  transfer_id uuid not null unique references transfers,
  reason text not null,
  candidates jsonb not null default '[]',
  status text not null default 'waiting' check (status in ('waiting', 'assigned', 'dismissed', 'withdrawn')),
  transaction_id uuid references transactions,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index unmatched_payments_of_app on unmatched_payments (app_id, created_at desc, id desc);
