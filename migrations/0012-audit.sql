-- Who changed what, from where: before and after, without secrets. Rows are only ever added.
create table audit_log (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade, -- whose log it is
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
