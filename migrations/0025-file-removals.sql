-- Files that must go, noted in the commit that makes them needless: a store that is away delays that, and nothing is
-- left lying there for good. What strangers put straight into a bucket is noted when they are allowed to.

create table file_removals (
  name text primary key,
  due_at timestamptz not null
);
create index file_removals_by_time on file_removals (due_at);
