-- The event of a transaction carries the reference and the metadata of its invoice, beside the transaction itself: a
-- kept answer to an Idempotency-Key is rebuilt from `data`, and its caller may be a customer, who must not see them.

-- {reference, metadata} of the invoice when the event happened. Null for events without a transaction, and for events
-- that an earlier version recorded.
alter table events add column invoice_facts json;
