-- Counts the changes of settings that the operator makes in the database. Every process reads it and reloads its
-- configuration when it rises.
create table settings_version (
  single boolean primary key default true check (single), -- there is one row
  version bigint not null -- the number of changes so far
);
insert into settings_version (version) values (0);
