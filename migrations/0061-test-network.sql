-- The chain of the network `test`. The service makes its blocks and transfers itself, so no node is needed.
create table test_blocks (
  number bigint primary key check (number > 0), -- its height; the genesis block has no row
  hash text not null unique, -- 0x and 64 hexadecimal digits
  parent_hash text not null, -- the hash of the block before it
  time timestamptz not null -- in whole seconds, later than that of its parent
);
create table test_transfers (
  tx_hash text primary key, -- the chain transaction, which makes this one transfer
  block bigint, -- the height of its block; null while it waits for the next one
  contract text not null, -- the token, in lower case; '' is the native coin
  sender text not null, -- the wallet of a customer, in lower case
  recipient text not null, -- the address of an app, in lower case
  amount numeric(78) not null check (amount > 0), -- in smallest units
  created_at timestamptz not null -- when it was sent
);
create index test_transfers_block on test_transfers (block);
create index test_transfers_sender on test_transfers (sender);
