-- What merchants decide beyond single payments: finality asked for, customers' claims, and who changed what.
-- must_be_final: besides its confirmations, the block must be one that the network itself calls final.
alter table transactions add column must_be_final boolean not null default false;

-- A customer's word that this chain transaction pays this attempt: evidence beside what the chain says, never instead.
create table payment_claims (
  id uuid primary key,
  transaction_id uuid not null references transactions,
  network_id uuid not null references networks,
  tx_hash text not null,
  created_at timestamptz not null,
  unique (transaction_id, tx_hash)
);
create index payment_claims_of_hash on payment_claims (network_id, tx_hash);

-- Who changed what, from where: before and after, without secrets. owner_id is whose log it is; app_id is null for what
-- belongs to a person and to no app. Rows are only ever added.
create table audit_log (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  app_id uuid references apps,
  actor text not null,
  action text not null,
  subject_type text not null,
  subject_id uuid not null,
  before jsonb,
  after jsonb,
  ip text,
  user_agent text,
  created_at timestamptz not null
);
create index audit_log_of_owner on audit_log (owner_id, id desc);
create index audit_log_of_app on audit_log (app_id, id desc) where app_id is not null;
