-- To delete an invoice, PostgreSQL looks for its credits, and pruning for the transfers that its attempts let go of.
create index concurrently if not exists credits_of_invoice on credits (invoice_id);
create index concurrently if not exists transfers_released on transfers (released_from)
  where released_from is not null;
