-- Requests counted for RATE_LIMIT, by all nodes together: one row a caller (or address) and window, named by a hash.
-- Unlogged, since a count is worth nothing after a crash; half-filled pages, since every request changes a row in place.
create unlogged table request_counts (
  subject bytea not null check (octet_length(subject) = 32),
  ends_at timestamptz not null,
  requests integer not null,
  primary key (subject, ends_at)
) with (fillfactor = 50);
create index request_counts_by_end on request_counts (ends_at);
