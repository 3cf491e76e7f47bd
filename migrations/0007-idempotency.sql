-- Answers kept for repeated requests. A row commits with the effect it answers for, so neither exists without the other.
-- body_sealed: the JSON body under the instance's key (some hold a token).
create table idempotency_records (
  caller text not null,
  operation text not null,
  key uuid not null,
  fingerprint bytea not null,
  status smallint not null,
  body_sealed bytea not null,
  created_at timestamptz not null,
  primary key (caller, operation, key)
);
create index idempotency_records_age on idempotency_records (created_at);
