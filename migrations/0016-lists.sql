-- What lists are filtered by. Each index begins with the app whose list it is, so that nobody's search reads what is
-- others'. What is empty when an invoice or an attempt is made costs those nothing.

-- As invoices_of_app_by_reference, which it replaces: also for references that begin with a text, whatever the
-- database's collation.
create index invoices_of_app_by_order on invoices (app_id, reference text_pattern_ops, created_at desc, id desc)
  where reference is not null;
drop index invoices_of_app_by_reference;
create index invoices_of_app_by_total on invoices (app_id, currency, total);
create index invoices_of_app_by_email on invoices (app_id, lower(customer ->> 'email') text_pattern_ops)
  where customer ->> 'email' is not null;
create index invoices_by_metadata on invoices using gin (metadata jsonb_path_ops) where metadata <> '{}';

-- All transactions of an app, newest first for each asset and status; also which invoices were paid with an asset.
create index transactions_of_app on transactions (app_id, asset_id, status, created_at desc, id desc);
create index transactions_of_app_by_hash on transactions (app_id, hash) where hash is not null;
create index transactions_of_app_by_sender on transactions (app_id, sender) where hash is not null;

-- What waits for merchants, or was dismissed by them: by asset, by where it came to, and by where it came from.
create index transfers_unmatched on transfers (asset_id, recipient) where disposition = 'unmatched';
create index transfers_unmatched_by_sender on transfers (sender) where disposition = 'unmatched';
