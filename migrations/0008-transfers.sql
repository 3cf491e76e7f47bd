-- Every transfer to a watched address that was seen, in the mempool or on a chain, and what became of it.

-- A chain transaction that pays a watched address and was seen in the mempool before it was seen in a block.
create table unconfirmed_transactions (
  network_id uuid not null references networks, -- whose mempool showed it
  tx_hash text not null, -- its hash, as the network writes it
  spends text[] not null, -- what it consumes, '<txid>:<n>' each: of several that spend the same, one can ever be mined
  -- When it was first known, on the network's clock: its block's time, where it was mined before anybody saw it
  -- unconfirmed.
  seen_at timestamptz not null,
  -- What was last known to become of it.
  outcome text not null check (outcome in ('in_mempool', 'mined', 'replaced', 'conflicted', 'dropped')),
  contested boolean not null default false, -- it was replaced or conflicted at any time, and can be again
  has_confirmed_inputs boolean, -- all that it spends was in blocks when it was first seen; null where no node told
  expected_blocks integer, -- within how many blocks its fee was to have it mined; null where no node could tell
  conflicted_by text, -- the hash of a mined one that spends what it, or an ancestor of it, would; null for none
  unseen_since bigint, -- the height at which no node knew it any more; null for any other outcome than dropped
  updated_at timestamptz not null,
  primary key (network_id, tx_hash)
);
create index unconfirmed_transactions_by_spends on unconfirmed_transactions using gin (spends);
create index unconfirmed_transactions_by_conflict on unconfirmed_transactions (network_id, conflicted_by)
  where conflicted_by is not null;

-- What the unconfirmed ancestors of such a chain transaction consume: if another one that spends it is mined, this one
-- never is.
create table unconfirmed_ancestry (
  network_id uuid not null, -- of the chain transaction
  tx_hash text not null, -- of the chain transaction that pays
  outpoint text not null, -- '<txid>:<n>'
  ancestor text not null, -- the hash of the one that spends it
  primary key (network_id, tx_hash, outpoint),
  foreign key (network_id, tx_hash) references unconfirmed_transactions
);
create index unconfirmed_ancestry_by_outpoint on unconfirmed_ancestry (network_id, outpoint);

-- What each of them moves to watched addresses. These become transfers when they are mined, and not before.
create table unconfirmed_transfers (
  network_id uuid not null, -- of the chain transaction
  tx_hash text not null, -- of the chain transaction
  position text not null, -- as in transfers
  asset_id uuid not null references assets, -- that is moved
  recipient text not null, -- a watched address
  amount numeric(78, 0) not null check (amount >= 0), -- smallest units
  primary key (network_id, tx_hash, position),
  foreign key (network_id, tx_hash) references unconfirmed_transactions
);

-- One transfer is (network, chain transaction, position): the position is the same in whichever block the chain
-- transaction is mined, so that a transfer that is mined again after a reorg is the same row.
create table transfers (
  id uuid primary key,
  network_id uuid not null references networks, -- of the chain transaction
  tx_hash text not null, -- of the chain transaction
  position text not null, -- where in the chain transaction it is, such as the number of an output or of a log
  asset_id uuid not null references assets, -- that was moved
  sender text, -- null where the chain does not tell
  sender_transactions bigint, -- that the sender had sent by then; null where the chain does not tell
  recipient text not null, -- a watched address
  amount numeric(78, 0) not null check (amount >= 0), -- smallest units
  succeeded boolean not null, -- false: it was mined, and moved nothing
  maturity integer not null default 1 check (maturity >= 1), -- the chain lets it be spent from so many confirmations on
  held text, -- why it waits for the merchant whatever its address and amount say; null for all the usual ones
  block bigint, -- the height at which it was mined; null while its block is off the chain
  block_hash text, -- of that block
  block_time timestamptz, -- of that block, as the block itself says
  -- When it was first recorded, on our clock or the chain's, whichever was later: of a block that is dated ahead it is
  -- known by this that it was there before.
  seen_at timestamptz not null,
  -- What was decided about it; null while it waits to be matched.
  disposition text check (disposition in ('matched', 'unmatched', 'failed', 'ignored')),
  transaction_id uuid references transactions, -- its one owner
  matched_by text, -- which evidence gave it to its owner, such as 'address' or 'claim'
  released_from uuid, -- the transaction that last let go of it, which knows best whose it is when it is mined again
  -- The row of unmatched_payments that it is a part of as dust. Without a foreign key: that row refers to the first of
  -- its transfers, and of two tables that refer to each other neither could be filled from a backup before the other.
  dust_in uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (network_id, tx_hash, position),
  check ((block is null) = (block_hash is null)),
  check ((disposition = 'matched') = (transaction_id is not null) or disposition is null and transaction_id is null)
);
create index transfers_undecided on transfers (network_id) where disposition is null and block is not null;
create index transfers_of_transaction on transfers (transaction_id) where transaction_id is not null;
create index transfers_by_block on transfers (network_id, block) where block is not null;
-- Senders that paid attempts which had declared others are wallets of many people.
create index transfers_by_sender on transfers (sender) where transaction_id is not null and sender is not null;
create index transfers_of_dust on transfers (dust_in) where dust_in is not null;

-- What a success gave to an invoice, per transfer: at most one live credit for a transfer, ever.
create table credits (
  id uuid primary key,
  transfer_id uuid not null references transfers, -- the money
  transaction_id uuid not null references transactions, -- that succeeded
  invoice_id uuid not null references invoices, -- that was credited
  amount numeric(78, 0) not null check (amount > 0), -- smallest units
  value numeric(40, 0) not null check (value >= 0), -- minor units of the invoice's currency
  block bigint not null, -- the height at which the transfer was mined
  block_hash text not null, -- of that block
  attested_by text[], -- the endpoints that vouched for it; null where no quorum was asked for
  reversed_at timestamptz, -- when it was taken back, after a reorg; null while it is live
  created_at timestamptz not null
);
create unique index credits_once on credits (transfer_id) where reversed_at is null;
create index credits_of_transaction on credits (transaction_id);

-- Money that reached an app's address and belongs to no transaction yet: it waits for the merchant. Dust is one row for
-- an address, an asset and a day, whose amount grows.
create table unmatched_payments (
  id uuid primary key,
  app_id uuid not null references apps, -- whose address it reached
  transfer_id uuid not null unique references transfers, -- of dust, the first one of the day
  reason text not null, -- why it belongs to none, such as 'ambiguous'
  candidates jsonb not null default '[]', -- ids of transactions that it may belong to
  evidence jsonb not null default '[]', -- what speaks for each candidate
  dust_of date, -- the day (UTC) of dust; null for any other payment
  dust_amount numeric(78, 0), -- smallest units: what the dust of that day comes to; null for any other payment
  -- withdrawn: its transfers left the chain. assigned: a transaction has them.
  status text not null default 'waiting' check (status in ('waiting', 'assigned', 'dismissed', 'withdrawn')),
  transaction_id uuid references transactions, -- that it was assigned to
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index unmatched_payments_of_app on unmatched_payments (app_id, status, created_at desc, id desc);
create index unmatched_payments_of_dust on unmatched_payments (dust_of) where dust_of is not null;

-- A customer's word that a chain transaction pays an attempt: evidence beside what the chain says, never instead.
create table payment_claims (
  id uuid primary key,
  transaction_id uuid not null references transactions, -- the attempt
  network_id uuid not null references networks, -- of the chain transaction
  tx_hash text not null, -- of the chain transaction
  proved_by text, -- the sender's address that signed the claim; null for a claim that nobody proved
  created_at timestamptz not null,
  unique (transaction_id, tx_hash)
);
create index payment_claims_of_hash on payment_claims (network_id, tx_hash);
