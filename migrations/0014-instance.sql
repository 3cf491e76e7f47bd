-- What an instance knows of itself: its keys, its database, its processes and its backups.

-- Keys under which something is sealed here. Whoever starts without one of them would find what it cannot open.
create table key_checks (
  mark text primary key, -- tells one key from another and nothing else about it
  sealed bytea not null, -- a known text under that key: only the key itself opens it
  created_at timestamptz not null default now()
);

-- Keys that must outlive the secret key, for what they made cannot be made again: hashes, signed cookies.
create table kept_keys (
  purpose text primary key, -- what it is for
  sealed bytea not null -- the key in hex, sealed under the secret key
);

-- Which database this is, as of the last start or recovery. A promoted standby and a restore to a point in time count
-- on in a new timeline, so what they lost may have been told to somebody.
create table database_standing (
  only_row boolean primary key default true check (only_row), -- there is no second row
  instance_id uuid, -- made at the first start
  generation bigint not null default 0, -- grows with each recovery and restore: microseconds since 1970
  system_identifier text, -- of the cluster; null where the server does not tell
  timeline integer, -- of its write-ahead log; null where the server does not tell
  went_back_at timestamptz, -- since when no quote is given, because commits that were seen are gone; null: all is well
  went_back_how text, -- what was seen
  recovered_at timestamptz -- when addresses were skipped last
);
insert into database_standing default values;

-- What each process saw committed last: it keeps the same number outside the database and compares.
create table process_marks (
  process uuid primary key, -- made at its start
  marks bigint not null, -- how many it has set; it only grows
  key_mark text not null, -- of the key that it seals with
  seen_at timestamptz not null -- when it set the last one
);
create index process_marks_age on process_marks (seen_at);

-- Backups that the service makes by itself: one row, locked by whoever makes one.
create table backup_runs (
  only_row boolean primary key default true check (only_row), -- there is no second row
  started_at timestamptz, -- the last try
  good_at timestamptz, -- as of when the last good one is
  name text, -- its file
  failure text -- why the last try failed; null where it did not
);
insert into backup_runs default values;

-- The timeline that this server writes to, and null where it does not tell (some managed servers).
create or replace function current_timeline() returns integer language plpgsql stable as $$
begin
  return ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer;
exception when others then
  return null;
end $$;

-- The cluster that this server belongs to, and null where it does not tell.
create or replace function current_system() returns text language plpgsql stable as $$
begin
  return (select system_identifier::text from pg_control_system());
exception when others then
  return null;
end $$;

-- True, or the error QD001 while nobody may be shown an address or an amount: it may have been shown to somebody else.
create or replace function requires_same_database() returns boolean language plpgsql stable as $$
declare
  standing database_standing;
begin
  select * into standing from database_standing;
  if standing.went_back_at is not null then
    raise exception 'the database went back: %', standing.went_back_how using errcode = 'QD001';
  end if;
  if standing.timeline is not null
    and standing.timeline <> ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::integer then
    raise exception 'the database was promoted and has not been recovered yet' using errcode = 'QD001';
  end if;
  return true;
end $$;
