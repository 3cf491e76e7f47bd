-- A kept answer is heard again only by who may still hear it.

-- As whose member the caller was let in; null where an event tells the answer.
alter table idempotency_records add column apps uuid[];
-- A browser's answer held what only a recent proof of its person shows.
alter table idempotency_records add column had_proof boolean not null default false;
