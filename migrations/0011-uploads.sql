-- Images that people bring: where each was let in, and whose it is. name is the file's, random; the file itself is not here.
-- source_hash: SHA-256 of the bytes as they were sent, to tell a repeat from another image; null until they came.
-- is_kept: the picture that was made of them is where pictures are kept.
create table uploads (
  name text primary key,
  owner_id uuid not null references users on delete cascade,
  content_type text not null,
  size integer not null check (size > 0),
  source_hash bytea check (octet_length(source_hash) = 32),
  is_kept boolean not null default false,
  created_at timestamptz not null
);
create index uploads_by_age on uploads (created_at);
create index uploads_of_owner on uploads (owner_id, created_at);

-- An image in use cannot be forgotten.
alter table apps add foreign key (image) references uploads;
create index apps_of_image on apps (image) where image is not null;
