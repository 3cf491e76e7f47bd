-- A table for each week of events, and one for the deliveries of those. Rows that no week takes stand in the default
-- ones, so that an event is never refused for want of a table. A worker makes the weeks and drops them.

alter table events rename to events_first;
alter index events_pkey rename to events_first_pkey;
alter index events_of_app rename to events_first_of_app;
alter index events_as_committed rename to events_first_as_committed;
alter index events_by_age rename to events_first_by_age;
alter table deliveries rename to deliveries_first;
alter index deliveries_pkey rename to deliveries_first_pkey;
alter index deliveries_event_id_webhook_id_key rename to deliveries_first_event_id_webhook_id_key;
alter index deliveries_of_webhook rename to deliveries_first_of_webhook;
alter index deliveries_pending rename to deliveries_first_pending;
alter index deliveries_replaying rename to deliveries_first_replaying;

-- Each week's table says by itself that an invoice's sequence has no number twice: an index of all could not, without
-- the id. What counts them is the invoice's own row.
create table events (
  like events_first including defaults including constraints including comments,
  constraint events_pkey primary key (id)
) partition by range (id);
create index events_of_app on events (app_id, id desc);
create index events_as_committed on events (app_id, created_xid, id);
create index events_by_age on events (created_at);

-- A delivery stands in the week of its event, whenever it was made, so that both are forgotten at once. Its id is the
-- primary key of each week's table. event_id and webhook_id have no foreign key any more: a table that others refer
-- to, or that refers to one, cannot be dropped without holding that up. A delivery is written with its event, or for
-- one that is kept; webhooks are never deleted.
alter table deliveries_first drop constraint deliveries_event_id_fkey, drop constraint deliveries_webhook_id_fkey;
create table deliveries (
  like deliveries_first including defaults including constraints including comments,
  constraint deliveries_event_id_webhook_id_key unique (event_id, webhook_id)
) partition by range (event_id);
create index deliveries_of_webhook on deliveries (webhook_id, id desc);
create index deliveries_pending on deliveries (webhook_id, next_attempt_at) where status = 'pending';
create index deliveries_replaying on deliveries (webhook_id, next_attempt_at)
  where status = 'pending' and replay_id is not null;

alter table events drop constraint events_bounded;
alter table deliveries drop constraint deliveries_bounded;
do $$
declare
  bound text := (select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''') from pg_constraint
    where conname = 'events_bounded' and conrelid = 'events_first'::regclass);
begin
  execute format('alter table events attach partition events_first for values from (minvalue) to (%L)', bound);
  execute format('alter table deliveries attach partition deliveries_first for values from (minvalue) to (%L)', bound);
end $$;
alter table events_first drop constraint events_bounded;
alter table deliveries_first drop constraint deliveries_bounded;

create table events_default partition of events (unique (invoice_id, sequence)) default;
create table deliveries_default partition of deliveries (primary key (id)) default;
