-- Events and deliveries are to stand in a table for each week, so that a week is forgotten by dropping its table. What
-- there is becomes the first of these tables as it is: nothing is copied. It is bounded here, by a Monday two to three
-- weeks from now, with checks that only new rows are held to; they are validated beside everybody, and then it is
-- attached without being read. An event's id is a UUIDv7, whose first 48 bits are its time in ms (RFC 9562 §5.7).
do $$
declare
  newest uuid := (select id from events order by id desc limit 1);
  newest_at timestamptz := to_timestamp(('x' || replace(left(newest::text, 13), '-', ''))::bit(48)::bigint / 1000);
  monday timestamptz := date_trunc('week', greatest(newest_at, now()) at time zone 'utc' + interval '3 weeks')
    at time zone 'utc';
  bound uuid := rpad(lpad(to_hex((extract(epoch from monday) * 1000)::bigint), 12, '0'), 32, '0')::uuid;
begin
  execute format('alter table events add constraint events_bounded check (id < %L) not valid', bound);
  execute format('alter table deliveries add constraint deliveries_bounded check (event_id < %L) not valid', bound);
end $$;
