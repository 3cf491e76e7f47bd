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
  unique (invoice_id, sequence),
  check ((invoice_id is null) = (sequence is null))
);
create index events_of_app on events (app_id, id desc);
create index events_by_age on events (created_at);

-- Merchants' addresses that events are sent to.
create table webhooks (
  id uuid primary key,
  app_id uuid not null references apps, -- whose events are sent
  url text not null, -- that events are sent to
  mac bytea, -- over it, under the instance's key: nothing is sent to a url that was written otherwise
  events text[], -- the types it hears of; null: all
  description text, -- the merchant's own words
  secret_sealed bytea not null, -- the whsec_ secret that signs, under the instance's key
  previous_secret_sealed bytea, -- the one before, which signs beside it for a while
  previous_until timestamptz, -- until when it does
  enabled boolean not null default true, -- events are sent to it
  disabled_reason text, -- why not: 'by_owner', 'gone', 'failing', 'tampered'; null where it is enabled
  failing_since timestamptz, -- the first failure since its last success; null where it did not fail since
  last_failure_at timestamptz, -- the latest failure since its last success
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
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (event_id, webhook_id),
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index deliveries_of_webhook on deliveries (webhook_id, id desc);
create index deliveries_pending on deliveries (webhook_id, next_attempt_at) where status = 'pending';
