-- What is remembered of requests: answers for those that are repeated, and how many there were.

-- Answers kept for repeated requests. A row commits with the effect it answers for, so that neither exists without the
-- other. An answer that an event tells word for word is not kept a second time: both are written in one statement, and
-- the row is forgotten weeks before the event.
create table idempotency_records (
  caller text not null, -- who asked: each token has its own answers
  operation text not null, -- the operation's name
  key uuid not null, -- the Idempotency-Key that the caller sent
  fingerprint bytea not null, -- of what was asked: the same key for something else is refused
  status smallint not null, -- HTTP status of the answer
  body_sealed bytea, -- its JSON body under the instance's key, for some hold a token; null where an event tells it
  event_id uuid, -- the event that tells it; null where the body is here
  created_at timestamptz not null,
  primary key (caller, operation, key),
  check ((body_sealed is null) <> (event_id is null))
);
create index idempotency_records_age on idempotency_records (created_at);

-- Requests counted for RATE_LIMIT, by all nodes together: one row a caller (or address) and window. Unlogged, since a
-- count is worth nothing after a crash; half-filled pages, since every request changes a row in place.
create unlogged table request_counts (
  subject bytea not null check (octet_length(subject) = 32), -- a hash of the caller, or of the address
  ends_at timestamptz not null, -- when the window does
  requests integer not null, -- within the window
  primary key (subject, ends_at)
) with (fillfactor = 50);
create index request_counts_by_end on request_counts (ends_at);
