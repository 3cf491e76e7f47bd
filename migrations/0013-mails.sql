-- Mails on their way: written in the commit that they tell of, and deleted once the mail server has them.
create table mails (
  id uuid primary key default gen_random_uuid(), -- random: mails are in no order
  sealed bytea not null, -- the mail under the instance's key: the links in it are secrets
  failures integer not null default 0, -- how often it could not be sent
  -- When it is due, on the database's clock. A worker that is sending it keeps this ahead of now, so that one that dies
  -- leaves it to the others.
  next_attempt_at timestamptz not null default now()
);
create index mails_due on mails (next_attempt_at);
