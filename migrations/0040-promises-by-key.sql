-- As in 0031, but by the key of an index. `offset 0` keeps the other conditions out of the choice of an index: while
-- the table is new, a plan may take another one and read all quotes of a coin. `listPromised` has the same condition.
create or replace function keep_promised_amount() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if exists (
    select from (
      select asset_id, invoice_id, status, updated_at from transactions
      where amount_key(recipient, amount) = amount_key(new.recipient, new.amount) offset 0) t
    where t.asset_id = new.asset_id and t.invoice_id <> new.invoice_id
      and (t.status = 'processing' or t.updated_at > new.created_at - interval '7 days')
  ) then
    raise exception 'the amount % is promised at %', new.amount, new.recipient
      using errcode = 'unique_violation', constraint = 'transactions_unique_amount';
  end if;
  return new;
end $$;
