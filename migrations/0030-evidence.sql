-- What the service itself gave out beats what anybody typed: who sent a payment is evidence, and never proof.
-- sender is null until a payment shows it, where the customer was not asked. is_sender_declared: somebody typed it.
-- is_leased: a fixed address that no other open attempt had when it was given to this one.
alter table transactions alter column sender drop not null;
alter table transactions add column is_sender_declared boolean not null default true;
alter table transactions add column is_leased boolean not null default false;
create index transactions_leased on transactions (recipient, created_at desc) where is_leased;

-- Senders that paid attempts which had declared others are wallets of many people.
create index transfers_by_sender on transfers (sender) where transaction_id is not null and sender is not null;
-- sender_transactions: how many chain transactions the sender had sent by then, where the chain tells.
alter table transfers add column sender_transactions bigint;
-- released_from: the transaction that last let go of it, which knows best whose it is when it is mined again.
alter table transfers add column released_from uuid;

-- proved_by: the sender's address that signed the claim; null for a claim that nobody proved.

alter table payment_claims add column proved_by text;

-- evidence: what speaks for each candidate. Dust is one row for an address, an asset and a day, whose amount grows.
alter table unmatched_payments add column evidence jsonb not null default '[]';
alter table unmatched_payments add column dust_of date;
alter table unmatched_payments add column dust_amount numeric(78, 0);
alter table transfers add column dust_in uuid;
create index transfers_of_dust on transfers (dust_in) where dust_in is not null;
create index unmatched_payments_of_dust on unmatched_payments (dust_of) where dust_of is not null;
