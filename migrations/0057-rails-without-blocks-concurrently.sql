-- Transfers that await a decision, those of rails without blocks among them.
create index concurrently if not exists transfers_to_decide on transfers (network_id)
  where disposition is null and block_hash is not null;
drop index concurrently if exists transfers_undecided;
alter table transfers validate constraint transfers_placed;
alter table transactions validate constraint transactions_success_placed;
alter table transactions validate constraint transactions_placed;
