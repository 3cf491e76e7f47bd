-- An amount that a customer was shown stays that customer's for 7 days after the quote ended, whatever ended it.

-- How the payment of an attempt is told from others: 'address', 'amount', or 'hash' where no amount of its own was left.
-- Null for attempts of versions before, and for payments that came without a quote.
alter table transactions add column identified_by text;

-- Two open quotes with one amount are refused by a unique index. This refuses the amount of a quote that ended, too: it
-- reads under a snapshot of its own, so it also sees a quote that was made and ended while this statement ran. The
-- error names the index, so that versions before this one take another amount as well.
create or replace function keep_promised_amount() returns trigger language plpgsql as $$
begin
  if exists (
    select from transactions t
    where t.recipient = new.recipient and t.amount = new.amount and t.asset_id = new.asset_id
      and t.invoice_id <> new.invoice_id
      and (t.status = 'processing' or t.updated_at > new.created_at - interval '7 days')
  ) then
    raise exception 'the amount % is promised at %', new.amount, new.recipient
      using errcode = 'unique_violation', constraint = 'transactions_unique_amount';
  end if;
  return new;
end $$;

create trigger keep_promised_amount before insert on transactions for each row
  when (new.status = 'processing' and new.amount is not null and new.derivation_index is null
    and new.identified_by is distinct from 'hash')
  execute function keep_promised_amount();
