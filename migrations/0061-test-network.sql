-- The chain of the network `test`. The service makes its blocks and transfers itself, so no node is needed.
create table test_blocks (
  number bigint primary key check (number > 0),
  hash text not null unique,
  parent_hash text not null,
  time timestamptz not null
);
-- A transfer without a block waits for the next one.
create table test_transfers (
  tx_hash text primary key,
  block bigint,
  contract text not null, -- '' is the native coin
  sender text not null,
  recipient text not null,
  amount numeric(78) not null check (amount > 0),
  created_at timestamptz not null
);
create index test_transfers_block on test_transfers (block);
create index test_transfers_sender on test_transfers (sender);
