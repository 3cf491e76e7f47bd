-- Mails on their way, instead of as jobs of a queue beside the tables.

-- Written in the commit that they tell of, and deleted once the mail server has them.
create table mails (
  id uuid primary key default gen_random_uuid(),
  -- The mail under the instance's key: the links in it are secrets.
  sealed bytea not null,
  -- How often it could not be sent.
  failures integer not null default 0,
  -- When it is due. A worker that is sending it keeps this ahead of now, so that one that dies leaves it to the others.
  next_attempt_at timestamptz not null default now()
);
create index mails_due on mails (next_attempt_at);
