-- What happened, for those who must hear of it. An event and its deliveries commit with the change they tell of.

-- Events are shown for 30 days and then forgotten, the oldest first. app_id and invoice_id have no foreign key: an
-- event is written by the statement that locks its invoice.
create table events (
  id uuid primary key,
  app_id uuid not null, -- whose webhooks hear of it
  type text not null, -- such as 'invoice.paid'
  invoice_id uuid, -- null where it is about no invoice
  sequence bigint, -- its number within its invoice, without a gap
  data json not null, -- the object as the API showed it at that moment: kept as it was told, key for key
  created_at timestamptz not null,
  -- The database transaction that wrote it: once all up to one are over, no event can come to stand before those after.
  created_xid xid8 not null default pg_current_xact_id(),
  unique (invoice_id, sequence),
  check ((invoice_id is null) = (sequence is null))
);
create index events_of_app on events (app_id, id desc);
create index events_as_committed on events (app_id, created_xid, id);
create index events_by_age on events (created_at);

-- Merchants' addresses that events are sent to.
create table webhooks (
  id uuid primary key,
  app_id uuid not null references apps, -- whose events are sent
  url text not null, -- that events are sent to
  mac bytea, -- over it, under the instance's key: nothing is sent to a url that was written otherwise
  events text[], -- the types it hears of; null: all
  description text, -- the merchant's own words
  signature text not null default 'v1' check (signature in ('v1', 'v1a')), -- HMAC-SHA256 or Ed25519
  public_key text check ((public_key is not null) = (signature = 'v1a')), -- the whpk_ key that verifies; null for v1
  secret_sealed bytea not null, -- the whsec_ secret or whsk_ key that signs, under the instance's key
  previous_secret_sealed bytea, -- the one before, which signs beside it for a while
  previous_until timestamptz, -- until when it does
  enabled boolean not null default true, -- events are sent to it
  disabled_reason text, -- why not: 'by_owner', 'gone', 'failing', 'tampered'; null where it is enabled
  failing_since timestamptz, -- the first failure since its last success; null where it did not fail since
  last_failure_at timestamptz, -- the latest failure since its last success
  replay_id uuid, -- the latest replay; null where there was none
  replay_since timestamptz, -- from when on it sends events again
  replay_count integer, -- how many it sends
  replay_next_since timestamptz, -- where the next one would go on; null where it was the whole
  is_silent boolean not null default false, -- its latest attempt got no answer: it has slots apart from the others
  deleted_at timestamptz, -- null where it was not deleted
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_of_app on webhooks (app_id, id desc) where deleted_at is null;

-- One event for one webhook. A worker that takes a delivery moves next_attempt_at to the end of its lease: should it
-- die, the delivery falls due again by itself.
create table deliveries (
  id uuid primary key,
  event_id uuid not null references events, -- what is sent
  webhook_id uuid not null references webhooks, -- where it is sent
  -- exhausted: it was tried often enough.
  status text not null default 'pending' check (status in ('pending', 'delivered', 'exhausted')),
  attempts integer not null default 0, -- tries made
  next_attempt_at timestamptz, -- null once it is over
  response_status integer, -- HTTP status of the last answer; null where there was none
  response_body text check (char_length(response_body) <= 1024), -- the beginning of the last answer
  error text, -- why the last try failed without an answer
  replay_id uuid, -- the replay that it was last sent for; null where it was sent for its event alone
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (event_id, webhook_id),
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index deliveries_of_webhook on deliveries (webhook_id, id desc);
create index deliveries_pending on deliveries (webhook_id, next_attempt_at) where status = 'pending';
create index deliveries_replaying on deliveries (webhook_id, next_attempt_at)
  where status = 'pending' and replay_id is not null;
