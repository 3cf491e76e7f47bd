-- What is known of a chain is called what the field calls it. Nothing but names and the values of two columns change.

-- A chain transaction that pays a watched address and was seen in the mempool before it was seen in a block. spends: what it
-- consumes, '<txid>:<n>' each: of several that spend the same, one can ever be mined. seen_at: when it was first known, on the
-- network's clock. outcome: what was last known to become of it. contested: whether it was replaced or conflicted at any time.
alter table sightings rename to unconfirmed_transactions;
alter table unconfirmed_transactions rename column fate to outcome;
alter table unconfirmed_transactions rename constraint sightings_pkey to unconfirmed_transactions_pkey;
alter table unconfirmed_transactions drop constraint sightings_fate_check;
update unconfirmed_transactions set outcome = case outcome
  when 'waiting' then 'in_mempool' when 'double_spent' then 'conflicted' when 'forgotten' then 'dropped' end
  where outcome in ('waiting', 'double_spent', 'forgotten');
alter table unconfirmed_transactions add constraint unconfirmed_transactions_outcome_check
  check (outcome in ('in_mempool', 'mined', 'replaced', 'conflicted', 'dropped'));
alter index sightings_by_spends rename to unconfirmed_transactions_by_spends;

-- What each of them moves to watched addresses. These become transfers when they are mined, and not before.
alter table sighted_transfers rename to unconfirmed_transfers;
alter table unconfirmed_transfers rename constraint sighted_transfers_pkey to unconfirmed_transfers_pkey;

-- Until when the mempool was scanned, on the network's clock: what the next scan finds may have come right after that, and
-- is taken as if it had, so that nobody's payment is late because nobody looked.
alter table network_cursors rename column looked_at to mempool_scanned_at;

-- How endpoints are is written down anew every few seconds.
delete from network_endpoints;
alter table network_endpoints drop constraint network_endpoints_state_check;
alter table network_endpoints add constraint network_endpoints_state_check
  check (state in ('healthy', 'deprioritized', 'cooling_down', 'wrong_chain', 'quarantined'));
alter table network_endpoints rename column noted_at to recorded_at;
