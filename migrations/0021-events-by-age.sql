-- Events are shown for 30 days and then forgotten, the oldest first. What counts an invoice's events stands in the invoice.
create index events_by_age on events (created_at);
