-- Workers take the mails of each lane in the order in which they are due.
create index concurrently if not exists mails_due_by_lane on mails (lane, next_attempt_at);
