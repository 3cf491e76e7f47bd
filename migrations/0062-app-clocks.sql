-- How far the clock of a development app runs ahead of the service's clock. The sandbox moves it, so that an
-- integration can be tested without waiting. An app whose clock was never moved has no row.
create table app_clocks (
  app_id uuid primary key references apps on delete cascade, -- a development app
  advanced_seconds integer not null check (advanced_seconds > 0), -- the sum of all advances
  advanced_at timestamptz not null -- the last advance, on the service's clock
);

-- The clock of a production app cannot be moved, not even by a faulty statement.
create or replace function refuse_production_clock() returns trigger language plpgsql as $$
begin
  if (select environment from apps where id = new.app_id) is distinct from 'development' then
    raise exception 'app % is no development app', new.app_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create or replace trigger refuse_production_clock before insert or update of app_id on app_clocks for each row
  execute function refuse_production_clock();
