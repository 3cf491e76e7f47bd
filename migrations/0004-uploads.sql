-- Images that people bring: where each was let in, and whose it is. The files themselves are not here.
create table uploads (
  name text primary key, -- of the file; random
  owner_id uuid not null references users on delete cascade, -- who brought it
  content_type text not null, -- as the owner announced it
  size integer not null check (size > 0), -- bytes, as the owner announced them
  -- SHA-256 of the bytes as they were sent, to tell a repeat from another image; null until they came.
  source_hash bytea check (octet_length(source_hash) = 32),
  is_kept boolean not null default false, -- the picture that was drawn from them is where pictures are kept
  created_at timestamptz not null
);
create index uploads_by_age on uploads (created_at);
create index uploads_of_owner on uploads (owner_id, created_at);

-- Files that must go, noted in the commit that makes them needless: a store that is away delays that, and nothing is
-- left lying there for good. What people put straight into a bucket is noted when they are allowed to.
create table file_removals (
  name text primary key, -- of the file
  due_at timestamptz not null -- when it may go, at the earliest
);
create index file_removals_by_time on file_removals (due_at);
