-- Refunds: what a merchant's wallet is to send back, and what the chain showed of it. Nothing here sends coins.

create table refunds (
  id uuid primary key, -- UUIDv4: its page is the customer's right to name the destination
  app_id uuid not null references apps, -- that refunds
  invoice_id uuid not null references invoices, -- that was paid
  currency text not null, -- of the invoice when the refund was made
  value numeric(78, 0) not null check (value > 0), -- minor units of the currency
  asset_id uuid not null references assets, -- that is sent
  rate_kind text not null check (rate_kind in ('locked', 'current')), -- of the payment, or of the quote
  rate numeric, -- fiat for one coin; null until the refund is quoted
  rate_evidence jsonb, -- where the rate is from, as in transactions
  amount numeric(78, 0) check (amount > 0), -- smallest units; null until the refund is quoted
  quoted_until timestamptz, -- until then the amount is held; null until the refund is quoted
  recipient text, -- canonical; null until it is given
  is_customers boolean not null default false, -- whether the customer named the recipient
  reason text, -- in the merchant's words
  -- As drawn in core/payment/outgoing/refund.ts.
  status text not null check (status in ('awaiting_address', 'ready', 'seen', 'sent', 'canceled')),
  -- Each amount and destination that was ready to sign, oldest first: {id of the expected transfer, recipient, amount}.
  watches jsonb not null default '[]',
  watch_id uuid, -- of these, the one with the transfer of this refund; null while none came
  hash text, -- of the chain transaction of that transfer
  block bigint, -- its height
  sender text, -- canonical; null where the chain does not show it
  from_own boolean, -- whether the sender is an address of the app; null where it cannot be known
  sent_amount numeric(78, 0), -- smallest units
  amount_differs boolean not null default false, -- another amount came, and the merchant has not accepted it
  refunded numeric(78, 0) not null default 0 check (refunded >= 0), -- minor units that it gave back; 0 until it is sent
  sending_rate numeric, -- the market rate when the transfer was seen, for the accounts; null if there was none
  sending_rate_evidence jsonb, -- where it is from, as in transactions
  reported_hash text, -- the chain transaction that the merchant reported
  ready_at timestamptz, -- when it first had a destination
  seen_at timestamptz, -- when its transfer was seen in a block; kept after a reorg
  sent_at timestamptz, -- when its transfer had its confirmations; null while it has not
  canceled_at timestamptz, -- when the merchant canceled it; null if not
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac bytea, -- of the row
  check ((recipient is null) = (ready_at is null)),
  check ((status in ('seen', 'sent')) = (watch_id is not null))
);
create index refunds_of_app on refunds (app_id, created_at desc, id desc);
create index refunds_of_invoice on refunds (invoice_id);
create index refunds_by_hash on refunds (hash) where hash is not null;
create index refunds_by_reported_hash on refunds (reported_hash) where reported_hash is not null;
create index refunds_to on refunds (recipient) where recipient is not null;
create index refunds_from on refunds (sender) where sender is not null;
create index refunds_by_watch on refunds using gin (watches jsonb_path_ops);
create index refunds_waiting on refunds (app_id, ready_at) where status in ('ready', 'seen');

-- What refunds that were sent took from an app, for its accounts. Rows are only added, and reversed by a reorg.
create table refund_debits (
  id uuid primary key,
  refund_id uuid not null references refunds, -- that was sent
  invoice_id uuid not null references invoices, -- that was refunded
  app_id uuid not null references apps, -- that paid it
  asset_id uuid not null references assets, -- that was sent
  currency text not null, -- of the refund
  amount numeric(78, 0) not null check (amount > 0), -- smallest units that were sent
  value numeric(78, 0) not null check (value >= 0), -- minor units that the refund gave back
  rate numeric not null, -- of the refund: fiat for one coin
  rate_evidence jsonb not null, -- where it is from, as in transactions
  sending_rate numeric, -- the market rate when the transfer was seen; null if there was none
  sending_rate_evidence jsonb, -- where it is from
  sender text, -- canonical; null where the chain does not show it
  recipient text not null, -- canonical
  hash text not null, -- of the chain transaction
  block bigint not null, -- its height
  reversed_at timestamptz, -- when a reorg took the transfer back; null while it counts
  created_at timestamptz not null
);
create unique index refund_debits_once on refund_debits (refund_id) where reversed_at is null;
create index refund_debits_of_app on refund_debits (app_id, created_at, id);
create index refund_debits_reversed on refund_debits (app_id, reversed_at, id) where reversed_at is not null;
create index refund_debits_of_invoice on refund_debits (invoice_id);

-- A transfer of another amount below this is ignored (smallest units).
alter table expected_transfers add column least_amount numeric(78, 0) not null default 0;
-- Whose expectation it is, and the chain transaction that this app reported: of several that one transfer meets, these
-- decide. Null for none.
alter table expected_transfers add column app_id uuid references apps, add column reported_hash text;
-- Blocks dated earlier do not count: when it was registered, less a margin for the clock of its chain.
alter table expected_transfers add column not_before timestamptz;
update expected_transfers set not_before = created_at - interval '2 hours';
alter table expected_transfers alter column not_before set not null;

alter table invoices add column refunded numeric(78, 0) not null default 0; -- minor units; at most what is paid

-- PSBTs (BIP-174) that pay refunds from coins of an extended public key. The newest one of a refund counts. While a
-- refund is ready or seen, no other PSBT spends its coins.
create table refund_psbts (
  id uuid primary key,
  app_id uuid not null references apps, -- of the refunds
  network_id uuid not null references networks, -- of the coins
  wallet_id uuid not null references wallets, -- the key that the coins are of
  refund_ids text[] not null check (refund_ids <> '{}'), -- that it pays
  watch_ids text[] not null, -- of each refund, the expected transfer, and so the amount and destination
  inputs text[] not null check (inputs <> '{}'), -- '<txid>:<n>'
  psbt text not null, -- base64
  fee numeric(78, 0) not null, -- smallest units
  change_branch text check (change_branch in ('receiving', 'change')), -- null without change
  change_index bigint, -- the child of that branch
  change_output integer, -- which output it is
  change_amount numeric(78, 0), -- smallest units
  replaced_at timestamptz, -- when another PSBT for one of its refunds was built
  created_at timestamptz not null,
  mac bytea, -- over all columns but replaced_at and created_at
  check (num_nulls(change_branch, change_index, change_output, change_amount) in (0, 4))
);
create index refund_psbts_of_refund on refund_psbts using gin (refund_ids);
create index refund_psbts_current on refund_psbts (wallet_id) where replaced_at is null;
create index refund_psbts_of_change on refund_psbts (wallet_id, change_index) where change_branch = 'change';

-- Any sealed row can be found changed.
alter table tamper_findings drop constraint tamper_findings_subject_type_check;
alter table tamper_findings add check (subject_type in ('address', 'transaction', 'member', 'app', 'payment_link',
  'app_cryptocurrency', 'payout_change', 'invoice', 'credit', 'transfer', 'payment_claim', 'slug_change', 'event',
  'refund', 'refund_psbt'));

-- The key with its origin and the branch of its change (BIP-380, BIP-389), for signers; null where they are not known.
alter table wallets add column descriptor text;

-- A key without a change branch gets the change of refunds at its next child. That child is never shown to a customer,
-- so a transfer to it is not a payment.
alter table address_owners add column is_change boolean not null default false;
