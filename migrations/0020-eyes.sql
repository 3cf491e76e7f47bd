-- What operators are told: whether the laws of money held when the service last looked at them.

-- One row, locked by whoever looks.
create table law_runs (
  only_row boolean primary key default true check (only_row), -- there is no second row
  started_at timestamptz, -- the last look, on the database's clock; null where nobody looked yet
  ended_at timestamptz, -- the last look that came to its end
  broken text[] not null default '{}', -- the laws that did not hold then, by what they say
  failure text -- why the last look came to no end; null where it did
);
insert into law_runs default values;
