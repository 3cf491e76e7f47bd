-- How each endpoint of a network was last found to be, by the process that follows the network: for operators, not for rules.
create table network_endpoints (
  network_id uuid not null references networks,
  name text not null,
  state text not null check (state in ('well', 'spared', 'resting', 'stranger', 'quarantined')),
  reason text,
  head_number bigint,
  lag_blocks bigint,
  error_rate double precision not null,
  latency_ms double precision,
  requests bigint not null,
  busy_answers bigint not null,
  budget_used double precision,
  noted_at timestamptz not null,
  primary key (network_id, name)
);

-- dispute: what the endpoints of a network do not agree on, in a sentence. held_payments: how many have their confirmations
-- and wait for endpoints to agree.
alter table network_cursors
  add column dispute text,
  add column held_payments integer not null default 0;

-- The endpoints that vouched for a payment, where a quorum was asked for.
alter table credits add column attested_by text[];
