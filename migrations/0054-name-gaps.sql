-- Ranges of hashes in which no name was given up. A name that lies in none of them was in use before, also if the row
-- of the former name is gone. A new instance has one range; an upgrade writes them when it ends.
create table name_gaps (
  id uuid primary key,
  -- SHA-256 of the former name before the range, or 32 bytes of 0.
  after_hash bytea not null unique check (octet_length(after_hash) = 32),
  before_hash bytea not null check (before_hash > after_hash), -- of the former name behind it, or 32 bytes of 255
  mac bytea not null -- under SECRET_KEY
);
