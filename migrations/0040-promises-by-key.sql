-- As in 0031, but by the key of an index. `listPromised` has the same condition.
create or replace function keep_promised_amount() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if exists (
    select from transactions t
    where amount_key(t.recipient, t.amount) = amount_key(new.recipient, new.amount) and t.asset_id = new.asset_id
      and t.invoice_id <> new.invoice_id
      and (t.status = 'processing' or t.updated_at > new.created_at - interval '7 days')
  ) then
    raise exception 'the amount % is promised at %', new.amount, new.recipient
      using errcode = 'unique_violation', constraint = 'transactions_unique_amount';
  end if;
  return new;
end $$;
