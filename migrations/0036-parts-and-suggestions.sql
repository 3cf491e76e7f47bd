-- Transfers of one quote are valued as one sum, so each part must know its quote; and what waits for the merchant
-- suggests invoices for which nothing speaks yet.
alter table transactions
  -- The transaction whose quote this one is a part of, itself among them. Null while a quote has one part. Without a
  -- foreign key: both rows are written by one commit and deleted with their invoice.
  add column quote_id uuid;

alter table unmatched_payments
  -- Ids of transactions for the merchant to choose from, the likeliest first. Those without evidence are in this list
  -- only, so that no customer is told of a payment on its account. Null: the candidates.
  add column suggested jsonb;
