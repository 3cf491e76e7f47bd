-- Open quotes on a shared address have amounts unlike each other, but for those that a hash identifies. The index also
-- finds any transaction by its exact amount.
create unique index concurrently if not exists transactions_unique_amount on transactions (
  amount_key(recipient, amount), asset_id,
  (case when status = 'processing' and derivation_index is null and reason is null and amount is not null
    and identified_by is distinct from 'hash' then null else id end))
  nulls not distinct;
drop index concurrently if exists transactions_promised_amount;
-- In the order of insertion, as new rows are at the end of an address's part of the index.
create index concurrently if not exists transactions_quotes_of_address on transactions (recipient, created_at)
  where amount is not null and derivation_index is null;
drop index concurrently if exists transactions_quoted_at;
