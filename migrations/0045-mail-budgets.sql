-- Mail about the security of an account leaves first, and mail to strangers is counted. So no flood of receipts delays
-- a notice, and no app makes the operator's mail server a spammer.
alter table mails add column lane smallint not null default 1; -- 0 security, 1 other account mail, 2 people outside
alter table mails add column is_charged boolean not null default false; -- whether its budgets were charged already

-- How many mails were charged to an app, to a person and to a recipient within the current hour of each.
create table mail_budgets (
  subject bytea primary key, -- SHA-256 of the kind of mail and of its app, person or recipient: names no address
  window_ends_at timestamptz not null, -- when the count begins anew, on the clock of the service
  mails integer not null default 0 -- how many were charged
);
create index mail_budgets_by_end on mail_budgets (window_ends_at);

-- Mails that were not sent because a budget was used up.
create table mails_held_back (
  id uuid primary key,
  kind text not null, -- receipt, sandbox_receipt or unconfirmed; an invitation is refused to who invites
  budget text not null, -- whose budget was used up: app, person or recipient
  app_id uuid, -- the app that caused it; null where none did
  invoice_id uuid, -- the invoice of a receipt; null for other mail
  created_at timestamptz not null
);
create index mails_held_back_by_time on mails_held_back (created_at);
create index mails_held_back_of_app on mails_held_back (app_id, created_at) where app_id is not null;
