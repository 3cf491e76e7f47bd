-- Transfers of one quote are valued as one sum, so each part must know which quote it belongs to.
alter table transactions
  -- The transaction whose quote this one is a part of, itself among them. Null while a quote has one part. Without a
  -- foreign key: both rows are written by one commit and deleted with their invoice.
  add column quote_id uuid;
