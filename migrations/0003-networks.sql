-- How far each chain was read, and how the network and its endpoints are doing.
-- One process at a time reads a network: it holds the lease. Times of the chain are those that blocks bear.
create table network_cursors (
  network_id uuid primary key references networks, -- that is read
  block_number bigint, -- the newest block whose transfers are all recorded; null before the first one
  block_hash text, -- of that block
  -- The chain's own clock: the median of the times of the newest 11 blocks read; null where too few of them are known.
  chain_time timestamptz,
  head_number bigint, -- the newest block, as an endpoint last said
  halted text, -- why nobody reads the network any more, in a sentence; null where somebody may
  lease_owner uuid, -- the process that reads it; null where none does
  lease_until timestamptz, -- on the database's clock; others may take the lease after that
  reached_at timestamptz, -- when an endpoint last answered as it should, on the database's clock
  -- Until when the mempool was scanned, on the chain's clock: what the next scan finds may have come right after that,
  -- and is taken as if it had, so that nobody's payment is late because nobody looked.
  mempool_scanned_at timestamptz,
  final_number bigint, -- the newest block that the network itself calls final; null where it names none
  -- The chain_time when final_number last grew, so that a chain that makes no blocks is not taken for one whose
  -- finality stalls.
  final_moved_at timestamptz,
  -- How transfers within contract calls are seen: in traces, by the balances of addresses that are given out once, or
  -- not at all. null where nobody has found out yet.
  internal_transfers text check (internal_transfers in ('traced', 'one_time_addresses', 'direct_only')),
  dispute text, -- what its endpoints do not agree on, in a sentence; null where they agree
  -- Whether the blocks up to block_number were asked about together, for the addresses that are watched, instead of
  -- read one by one: what swept_balances says is then as it was after that block.
  is_swept boolean not null default false,
  -- Whether nobody looks at the network, since no app has an address on it: nobody can be paid there.
  is_resting boolean not null default false,
  next_look_at timestamptz, -- when it is asked again, on the database's clock; null where it is asked all the time
  awaited_at timestamptz, -- when somebody last waited for a payment on it; null where nobody ever did
  held_payments integer not null default 0, -- how many have their confirmations and wait for endpoints to agree
  -- Of which kinds of evidence fewer endpoints tell than the quorum asks for, each as a sentence for operators.
  quorum_lacks text[] not null default '{}',
  check ((block_number is null) = (block_hash is null))
);

-- The last blocks read, so that a reorg can be walked back to where the branches part.
create table network_blocks (
  network_id uuid not null references networks, -- that it is of
  number bigint not null, -- the block's height
  hash text not null, -- of the block
  parent_hash text not null, -- the hash of the block before it
  time timestamptz not null, -- on the chain's clock
  primary key (network_id, number)
);

-- Which blocks were swept and not read: asked about together, for the addresses that were watched, while nobody waited
-- for a payment. All others up to the cursor were read one by one, but for the one after which reading began.
create table network_sweeps (
  network_id uuid not null references networks, -- that they are of
  first_block bigint not null, -- the lowest of blocks without a gap
  last_block bigint not null, -- the highest of them
  primary key (network_id, first_block),
  check (first_block <= last_block)
);
create index network_sweeps_last on network_sweeps (network_id, last_block);

-- The balances that sweeps compare: a balance that changed shows in which blocks native coin may have come.
create table swept_balances (
  network_id uuid not null references networks, -- whose native coin it is
  address text not null, -- that is watched
  balance numeric not null, -- in smallest units, after the cursor's block while that was reached by a sweep
  primary key (network_id, address)
);

-- How each endpoint of a network was last found to be, by the process that reads the network: for operators, not for
-- rules. All rows of a network are written anew every few seconds.
create table network_endpoints (
  network_id uuid not null references networks, -- that it answers for
  name text not null, -- its host, with a number where several endpoints are on one
  -- deprioritized: asked after others; cooling_down: after a fault; quarantined: it contradicted most others.
  state text not null check (state in ('healthy', 'deprioritized', 'cooling_down', 'wrong_chain', 'quarantined')),
  reason text, -- why it is not healthy, in a sentence without secrets; null where it is
  head_number bigint, -- the newest block that it named; null before its first answer
  lag_blocks bigint, -- how many blocks it was behind the best of its network when they were last compared
  error_rate double precision not null, -- the share of requests that failed, from 0 to 1: an average over about twenty
  latency_ms double precision, -- milliseconds to an answer: an average over about ten; null before the first
  requests bigint not null, -- that it was sent since the process started
  busy_answers bigint not null, -- how often it asked to slow down since the process started
  budget_used double precision, -- the share of its budget used in this period, 0 to 1; null without a budget
  calls bigint not null, -- that it was asked in these requests, each of a batch for itself
  answer_bytes bigint not null, -- of answers, as they came over the wire, without headers of HTTP
  units bigint, -- what the calls cost by the network's price list; null without one
  counted_seconds double precision not null, -- how long that took
  recorded_at timestamptz not null, -- on the database's clock
  primary key (network_id, name)
);
