-- What happened, for those who must hear of it. An event and its deliveries commit with the change they tell of.
-- data is the invoice or transaction as the API showed it at that moment; sequence has no gap within one invoice.
create table events (
  id uuid primary key,
  app_id uuid not null references apps,
  type text not null,
  invoice_id uuid references invoices,
  sequence bigint,
  data jsonb not null,
  created_at timestamptz not null,
  unique (invoice_id, sequence),
  check ((invoice_id is null) = (sequence is null))
);
create index events_of_app on events (app_id, id desc);

-- secret_sealed: the whsec_ secret under the instance's key; the previous one signs beside it until previous_until.
-- events null means all of them. failing_since: the first failure since its last success; last_failure_at: the latest.
create table webhooks (
  id uuid primary key,
  app_id uuid not null references apps,
  url text not null,
  events text[],
  description text,
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_until timestamptz,
  enabled boolean not null default true,
  disabled_reason text,
  failing_since timestamptz,
  last_failure_at timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_of_app on webhooks (app_id, id desc) where deleted_at is null;

-- One event for one endpoint. attempts counts tries made; next_attempt_at is null once it is over. A worker that takes a
-- delivery moves next_attempt_at to the end of its lease: should it die, the delivery falls due again by itself.
create table deliveries (
  id uuid primary key,
  event_id uuid not null references events,
  webhook_id uuid not null references webhooks,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'exhausted')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  response_status integer,
  response_body text check (char_length(response_body) <= 1024),
  error text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (event_id, webhook_id),
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index deliveries_of_webhook on deliveries (webhook_id, id desc);
create index deliveries_pending on deliveries (webhook_id, next_attempt_at) where status = 'pending';
