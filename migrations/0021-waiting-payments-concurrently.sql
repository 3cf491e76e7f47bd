-- How many payments wait is asked every minute, over all apps.
create index concurrently if not exists unmatched_payments_waiting on unmatched_payments (created_at)
  where status = 'waiting';
