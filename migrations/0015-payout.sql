-- Changes of where an app's money goes that wait before they take effect, and what became of them.
create table payout_changes (
  id uuid primary key,
  app_id uuid not null references apps, -- whose money it is
  address_id uuid not null references app_addresses, -- that is to be paid at
  change text not null check (change in ('added', 'enabled', 'confirmed')), -- what was done to that address
  requested_by uuid references users, -- who asked for it; null where no person did
  effective_at timestamptz not null, -- when it takes effect by itself
  -- stopped: by an owner; approved: by a second owner, at once; withdrawn: the address was changed again meanwhile.
  status text not null default 'waiting' check (status in ('waiting', 'stopped', 'approved', 'withdrawn')),
  decided_at timestamptz, -- when it was stopped, approved or withdrawn
  decided_by text, -- who did that
  -- SHA-256 of what the link in the mail holds by which any owner stops it; null once it was used or is of no use.
  stop_hash bytea unique check (octet_length(stop_hash) = 32),
  created_at timestamptz not null,
  check ((status = 'waiting') = (decided_at is null))
);
create index payout_changes_of_app on payout_changes (app_id, id desc);
create index payout_changes_waiting on payout_changes (address_id) where status = 'waiting';

-- What somebody wrote past the service: quotes of the app stop, and its owners were told, until one of them has seen to
-- it.
create table tamper_findings (
  subject_type text not null check (subject_type in ('address', 'transaction')), -- what was written over
  subject_id uuid not null, -- which of them
  app_id uuid not null references apps, -- whose money it is
  found_at timestamptz not null, -- when it was found last
  settled_at timestamptz, -- when an owner had seen to it; null before
  primary key (subject_type, subject_id)
);
create index tamper_findings_of_app on tamper_findings (app_id) where settled_at is null;
