-- Open quotes on a shared address have amounts unlike each other, but for those that a hash identifies. As the index
-- before, it also finds any transaction by its exact amount.
create unique index concurrently if not exists transactions_promised_amount on transactions (recipient, amount, asset_id,
  (case when status = 'processing' and derivation_index is null and reason is null and amount is not null
    and identified_by is distinct from 'hash' then null else id end))
  nulls not distinct;
drop index concurrently if exists transactions_unique_amount;
-- Whether another invoice was quoted at an address lately, which ends a lease.
create index concurrently if not exists transactions_quoted_at on transactions (recipient, created_at desc)
  where amount is not null and derivation_index is null;
-- Claims whose time for other claims is over.
create index concurrently if not exists payment_claims_by_age on payment_claims (created_at);
