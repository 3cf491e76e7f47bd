-- Lists cost what their page costs, however much is behind it; and what an archived app gave up comes back with it.

-- The slug that an app had when it was archived: its own again when it is restored, unless another app has it by then.
alter table apps add column slug_before_archived text;

-- An app's invoices by status, and those of one order; invoices_of_app serves the plain list.
create index invoices_of_app_by_status on invoices (app_id, status, created_at desc, id desc);
create index invoices_of_app_by_reference on invoices (app_id, reference, created_at desc, id desc) where reference is not null;

-- An invoice's transactions: those that money was seen for before those without, newest first within each.
drop index transactions_of_invoice;
create index transactions_of_invoice on transactions (invoice_id, (hash is not null) desc, created_at desc, id desc);

-- Payments that wait are few beside all that ever waited.
drop index unmatched_payments_of_app;
create index unmatched_payments_of_app on unmatched_payments (app_id, status, created_at desc, id desc);
