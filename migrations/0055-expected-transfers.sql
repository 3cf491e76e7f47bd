-- Outgoing money: transfers that a merchant's wallet is expected to send, and what was seen on their way to those
-- addresses. Nothing here credits an invoice.

-- Every transfer of an expected asset to an address that one is expected at.
create table outgoing_transfers (
  id uuid primary key,
  network_id uuid not null references networks, -- of the chain transaction
  tx_hash text not null, -- of the chain transaction
  position text not null, -- as in transfers: the same in whichever block the chain transaction is mined
  asset_id uuid not null references assets, -- that was moved
  sender text, -- null where the chain does not tell
  recipient text not null, -- canonical
  amount numeric(78, 0) not null check (amount >= 0), -- smallest units
  succeeded boolean not null, -- false: it was mined, and moved nothing
  held text, -- why it is no proof that the amount arrived, as in transfers; null for all the usual ones
  block bigint, -- the height at which it was mined; null while its block is off the chain
  block_hash text, -- of that block
  block_time timestamptz, -- of that block, as the block itself says
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (network_id, tx_hash, position),
  check ((block is null) = (block_hash is null) and (block is null) = (block_time is null))
);
create index outgoing_transfers_by_block on outgoing_transfers (network_id, block) where block is not null;
create index outgoing_transfers_of_recipient on outgoing_transfers (network_id, asset_id, recipient, block);

-- A transfer that is looked for. Its network is followed until it is final, or its watch ends.
create table expected_transfers (
  id uuid primary key,
  network_id uuid not null references networks, -- where it is looked for
  asset_id uuid not null references assets, -- that is to be moved
  recipient text not null, -- canonical
  amount numeric(78, 0) not null check (amount > 0), -- smallest units
  confirmations integer not null check (confirmations >= 1), -- that make it final
  must_be_final boolean not null, -- the block must also be one that the network calls final
  -- The newest block that had been read when it was registered: only later ones count. A reorg below it moves it back.
  from_block bigint not null,
  watch_until timestamptz, -- blocks dated later do not count; null while its watch has no end
  task_kind text not null, -- the kind of the task that is queued when its state changes; the key is the id
  -- differs: a transfer of another amount came. seen: a transfer of this amount, or an accepted one, is in a block.
  status text not null default 'awaited' check (status in ('awaited', 'differs', 'seen', 'final')),
  transfer_id uuid unique references outgoing_transfers, -- the transfer that it has: no other one can have that
  accepted_id uuid references outgoing_transfers, -- a transfer of another amount that was accepted; null for none
  -- The last commit after which watchers must look at its address, by which they find it however late it commits.
  watched_xid xid8 not null default pg_current_xact_id(),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'awaited') = (transfer_id is null))
);
create index expected_transfers_open on expected_transfers (network_id, recipient) where status <> 'final';
create index expected_transfers_watched on expected_transfers (network_id, watched_xid);
