-- A worker's hold on a delivery in a column that no index has, so that taking one writes no index entry. It is due by
-- next_attempt_at, and that stays while it is attempted.
alter table deliveries add column lease_until timestamptz; -- a worker has it until then; null where nobody does
-- Room on each page for the row as it is once it is taken.
alter table deliveries_first set (fillfactor = 85);
alter table deliveries_default set (fillfactor = 85);

-- Workers of the version before take what is due and look at no lease: it is kept from them until that is over. A
-- restore drops tables and leaves functions.
create or replace function keep_lease() returns trigger language plpgsql as 'begin return null; end';
create trigger deliveries_leased before update on deliveries for each row when (
  old.lease_until > now() and new.lease_until = old.lease_until and new.status = 'pending' and old.status = 'pending'
  and new.attempts = old.attempts and new.next_attempt_at > now()) execute function keep_lease();
