-- A shop may let its goods go before a payment is mined, at its own risk, where a network shows what waits. Off unless a cap is set.
-- accept_unconfirmed_up_to: the greatest invoice total that this is for, in the invoice's currency.
alter table app_cryptocurrencies add column accept_unconfirmed_up_to numeric check (accept_unconfirmed_up_to >= 0);

-- Since when what arrived, confirmed or not, was enough for the shop. Nothing is credited for it.
alter table invoices add column accepted_at timestamptz;

-- Something else that spends the same money once took its place: what was taken back once can be taken back again.
alter table sightings add column contested boolean not null default false;
update sightings set contested = true where fate in ('replaced', 'double_spent');

-- Payments that were seen when the terms took them unconfirmed, and the cap as it was then. Terms that change later change nothing
-- of what was let go on them.
create table unconfirmed_acceptances (
  transaction_id uuid not null references transactions,
  tx_hash text not null,
  up_to numeric not null,
  created_at timestamptz not null,
  primary key (transaction_id, tx_hash)
);
