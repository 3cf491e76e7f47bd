-- Finds the payments of an app that a reorg took back, which its people are asked to look at.
create index concurrently if not exists transactions_reorged on transactions (app_id, updated_at)
  where status = 'rejected' and reason = 'reorged';
