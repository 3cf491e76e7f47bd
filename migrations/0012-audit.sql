-- Who changed what, from where: before and after, without secrets. Rows are only ever added.

-- The end of each owner's chain of entries: that the newest are missing shows as well as that one in between is.
create table audit_heads (
  owner_id uuid primary key references users on delete cascade, -- whose log it is
  sequence bigint not null default 0, -- how many entries it has had
  hash bytea, -- of the newest of them; null while there is none
  mac bytea -- over both, under the instance's key
);

create table audit_log (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade, -- whose log it is
  sequence bigint not null, -- its number in that log, from 1, without a gap
  hash bytea not null, -- SHA-256 over the hash of the entry before it and its own content
  mac bytea not null, -- over its place and its hash, under the instance's key: nobody else can write another
  app_id uuid references apps, -- null for what belongs to a person and to no app
  actor text not null, -- who did it, and with which token
  action text not null, -- '<subject>.<what was done>', as in 'app.updated'
  subject_type text not null, -- the part of the action before the point
  subject_id uuid not null, -- what was changed
  before jsonb, -- the members that differ, as the API shows them; null where there was nothing before
  after jsonb, -- the same after the change; null where nothing is left
  ip text, -- that the request came from; null where there was none
  user_agent text, -- as the program that sent the request named itself
  created_at timestamptz not null
);
create index audit_log_of_owner on audit_log (owner_id, id desc);
create index audit_log_of_app on audit_log (app_id, id desc) where app_id is not null;
create unique index audit_log_chain on audit_log (owner_id, sequence);
create index audit_log_of_subject on audit_log (subject_id, sequence);
