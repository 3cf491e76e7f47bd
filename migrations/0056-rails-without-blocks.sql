-- Rails without blocks, such as Lightning or a custodian's book: a feed reports their payments, and a report is final.
-- In transfers, transactions and credits `block` is null then, and `block_hash` holds the proof of the payment,
-- such as a preimage: a row with a `block_hash` was received.
alter table networks add column is_blockless boolean not null default false; -- it has no blocks, but a feed
-- A rail may have a family of its own.
alter table networks drop constraint networks_family_check;
alter table networks add check (family in ('EVM', 'TRON', 'UTXO', 'SVM') or is_blockless);
-- Where the feed of a network without blocks was read up to, as the rail names it; null before the first report.
-- chain_time is then when that reading began, on the instance's own clock.
alter table network_cursors add column feed_mark text;

alter table credits alter column block drop not null;
alter table transfers drop constraint transfers_check;
alter table transfers add constraint transfers_placed check (block is null or block_hash is not null) not valid;
alter table transactions drop constraint transactions_check;
alter table transactions add constraint transactions_success_placed
  check (status <> 'success' or (hash is not null and block_hash is not null and received is not null)) not valid;
alter table transactions add constraint transactions_placed check (block is null or block_hash is not null) not valid;

-- Only on such networks a payment is without a block. `when` keeps the function from running for any other payment.
create or replace function requires_blockless() returns trigger language plpgsql as $$
declare
  of_network uuid;
begin
  if tg_table_name = 'credits' then
    select f.network_id into of_network from transfers f where f.id = new.transfer_id;
  else
    of_network := new.network_id;
  end if;
  if not exists (select from networks n where n.id = of_network and n.is_blockless) then
    raise exception '% % has no block, and its network has blocks', tg_table_name, new.id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger transfers_blockless before insert or update of block, block_hash on transfers
  for each row when (new.block is null and new.block_hash is not null) execute function requires_blockless();
create trigger transactions_blockless before insert or update of block, block_hash on transactions
  for each row when (new.block is null and new.block_hash is not null) execute function requires_blockless();
create trigger credits_blockless before insert or update of block, block_hash on credits
  for each row when (new.block is null) execute function requires_blockless();
