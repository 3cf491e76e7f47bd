-- Money without a quote makes a transaction of its own each time. Somebody may pay in thousands of parts, and what decides
-- about the next one must not read all before it: attempts are found apart from these, and of these only the newest.
drop index transactions_by_sender;
create index transactions_by_sender on transactions (recipient, sender) where amount is not null;
create index transactions_unasked on transactions (recipient, created_at desc, id desc) where amount is null;
create index transactions_unasked_by_sender on transactions (recipient, sender, created_at desc, id desc) where amount is null;
create index transactions_unasked_by_hash on transactions (recipient, hash) where amount is null;
