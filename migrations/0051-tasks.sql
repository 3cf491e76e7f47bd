-- Tasks that a worker runs when they are due: recurring ones, and those that an event leaves to be done.

create table tasks (
  id uuid primary key default gen_random_uuid(),
  kind text not null, -- which handler runs it
  key text not null, -- its subject, such as the id of an event; empty for a recurring task, which has one row
  due_at timestamptz not null, -- when it is due, on the service's clock
  failures integer not null default 0, -- how often in a row it failed
  leased_until timestamptz, -- until when a worker runs it, on the database's clock; null while no worker does
  leased_by uuid, -- the worker that runs it; null while no worker does
  unique (kind, key)
);
create index tasks_due on tasks (kind, due_at);
