-- The first week's bounds hold for every row that there is.
alter table events validate constraint events_bounded;
alter table deliveries validate constraint deliveries_bounded;
