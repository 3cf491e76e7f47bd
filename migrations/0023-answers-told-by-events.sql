-- An answer that an event tells word for word is not kept a second time: the record names the event. Both are written in
-- one statement, and the record is forgotten weeks before the event.
alter table idempotency_records alter body_sealed drop not null;
alter table idempotency_records add event_id uuid;
alter table idempotency_records add check ((body_sealed is null) <> (event_id is null));
