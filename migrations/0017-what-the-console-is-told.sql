-- What merchants are told of their payments: the steps of an invoice that no other row keeps, what a credit is of, and
-- what was answered to a delivery that failed.

-- What happened to an invoice's payments and to its state. Events tell of it too, and are deleted after 30 days; what
-- was asked for, what was credited and what was settled stands in rows of its own. Rows are only ever added.
create table invoice_steps (
  id uuid primary key,
  invoice_id uuid not null references invoices, -- that it happened to
  transaction_id uuid, -- whose payment it is about; null where it is about the invoice itself
  kind text not null, -- what happened, such as 'payment_seen'
  details jsonb not null, -- what belongs to that kind; amounts in smallest units and values in minor units, as text
  created_at timestamptz not null
);
create index invoice_steps_of_invoice on invoice_steps (invoice_id, created_at, id);

-- A credit says by itself what it is of: copies of what its transaction and its invoice said when it was made, since an
-- invoice whose payment was taken back may be made out anew in another currency. null only while this migration runs.
alter table credits
  add column app_id uuid, -- the invoice's
  add column asset_id uuid, -- the transaction's
  add column currency text; -- the invoice's, which value is in minor units of
update credits c set app_id = t.app_id, asset_id = t.asset_id, currency = i.currency
from transactions t join invoices i on i.id = t.invoice_id where t.id = c.transaction_id;
create index credits_of_app on credits (app_id, created_at, id) include (asset_id, currency, amount, value, invoice_id);
create index credits_reversed on credits (app_id, reversed_at, id) where reversed_at is not null;

-- For processes of the version before, which do not know these columns. A restore drops tables and leaves functions.
create or replace function complete_credit() returns trigger language plpgsql as $$
begin
  select t.app_id, t.asset_id, i.currency into new.app_id, new.asset_id, new.currency
  from transactions t join invoices i on i.id = t.invoice_id where t.id = new.transaction_id;
  return new;
end $$;
create trigger credits_complete before insert on credits
  for each row when (new.app_id is null) execute function complete_credit();

-- What became of the invoices of a period is read from this index alone. The status stands in another index already,
-- and paid_at moves with it, so that no update of an invoice costs more than it did.
drop index if exists invoices_of_app;
create index invoices_of_app on invoices (app_id, created_at desc, id desc) include (status, paid_at);

-- What waits for the merchant is found by the transactions that it may belong to, and by the one that has it.
create index unmatched_payments_by_candidate on unmatched_payments using gin (candidates);
create index unmatched_payments_of_transaction on unmatched_payments (transaction_id) where transaction_id is not null;

-- Who decided about a payment.
create index audit_log_of_payment on audit_log (subject_id) where subject_type = 'payment';

-- The latest failures of a delivery, oldest first, at most 20: {at, response_status, error}; null where none failed.
alter table deliveries add column failures jsonb;
