-- What is owed, and the attempts to pay it. Fiat is in minor units of the invoice's currency, crypto in the asset's
-- smallest units; both are whole numbers.

-- Every attempt moves its invoice's sequence: with room on the page, the new version of the row needs no entry in any
-- index.
create table invoices (
  id uuid primary key,
  app_id uuid not null references apps, -- that is owed
  -- The state that is decided by what was paid, and by time.
  status text not null check (status in ('open', 'partially_paid', 'paid', 'expired', 'canceled')),
  currency text not null check (currency ~ '^[A-Z]{3}$'), -- ISO 4217
  total numeric(40, 0) not null check (total > 0), -- minor units
  paid numeric(40, 0) not null default 0 check (paid >= 0), -- minor units; what is confirmed
  pending numeric(40, 0) not null default 0 check (pending >= 0), -- minor units; what was seen and is not confirmed yet
  -- Minor units: the shortfall that still counts as paid, at most a tenth of the total.
  tolerance numeric(40, 0) not null default 0 check (tolerance >= 0 and tolerance * 10 <= total),
  exceptions text[] not null default '{}', -- what a merchant should know of how it was paid, such as 'overpaid'
  reference text, -- the shop's own number of the order
  "order" jsonb not null default '{}', -- what is bought, as the shop told it
  customer jsonb not null default '{}', -- who buys it, as the shop told it
  success_url text, -- where the customer goes once it is paid
  cancel_url text, -- where the customer goes who gives up
  metadata jsonb not null default '{}', -- the shop's own, handed back as it came
  sequence bigint not null default 0, -- counts its events; a change is committed only from the one it was decided on
  expires_at timestamptz not null, -- until when it is to be paid
  deadline timestamptz not null, -- expires_at on the chains' clock: later only where a chain's clock runs ahead of ours
  accepted_at timestamptz, -- since when what arrived, confirmed or not, is enough for the shop; credits nothing
  paid_at timestamptz, -- since when it is paid; null where it is not
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 70);
create index invoices_of_app on invoices (app_id, created_at desc, id desc);
create index invoices_of_app_by_status on invoices (app_id, status, created_at desc, id desc);
create index invoices_of_app_by_reference on invoices (app_id, reference, created_at desc, id desc)
  where reference is not null;
create unique index invoices_one_reference on invoices (app_id, reference)
  where reference is not null and status not in ('canceled', 'expired');
create index invoices_due on invoices (deadline) where status in ('open', 'partially_paid');

-- A merchant's word that what came, or nothing, settles an invoice.
create table invoice_settlements (
  id uuid primary key,
  invoice_id uuid not null unique references invoices, -- that is settled by it
  settled_by text not null, -- who said it
  reason text not null check (char_length(reason) between 1 and 1000), -- why, in their words
  created_at timestamptz not null
);

-- An attempt to pay an invoice with one asset. Money that came without an attempt makes a row of its own, without
-- amount. That a sender has one attempt at a time with an asset is decided under the invoice's sequence. app_id,
-- network_id and asset_id have no foreign key: they are copies of what the invoice and the asset say, which are never
-- deleted, and looking up the same few rows for each attempt cost as much as two indexes.
create table transactions (
  id uuid primary key,
  invoice_id uuid not null references invoices, -- that it pays
  app_id uuid not null, -- the invoice's
  network_id uuid not null, -- the asset's
  asset_id uuid not null, -- it is paid with
  sender text, -- the address that pays; null until a payment shows it, where the customer was not asked
  is_sender_declared boolean not null default true, -- sender was typed by somebody: evidence, and never proof
  recipient text not null, -- the merchant's address that is to be paid
  recipient_mac bytea, -- over it, under the instance's key: an address that somebody else wrote is shown to nobody
  is_leased boolean not null default false, -- recipient is fixed, and no other open attempt had it at first
  derivation_index bigint, -- the child of the extended public key that recipient is; null on a fixed address
  rate numeric not null check (rate > 0), -- fiat, in whole units, for one whole coin
  rate_evidence jsonb not null, -- where the rate is from: the method, and each source with its rate and time
  amount numeric(78, 0) check (amount > 0), -- smallest units that are asked for; null where nothing was asked for
  quoted numeric(40, 0) not null check (quoted >= 0), -- minor units that exactly amount settles
  -- processing: nothing is decided yet; success: its payment is confirmed and credited.
  status text not null check (status in ('processing', 'success', 'canceled', 'rejected')),
  reason text, -- why it is canceled or rejected, or 'late' for money after the time; null for the usual
  matched_by text, -- which evidence gave it its payment, such as 'address' or 'claim'; null before it has one
  hash text, -- of the chain transaction that pays it; null before it is seen
  block bigint, -- the height at which that was mined; null while it is not
  block_hash text, -- of that block
  received numeric(78, 0), -- smallest units that came; null before they do
  pending numeric(40, 0) not null default 0 check (pending >= 0), -- minor units: the value of what was seen
  credited numeric(40, 0) not null default 0 check (credited >= 0), -- minor units that its success added to the invoice
  required_confirmations integer not null check (required_confirmations >= 1), -- blocks, its own among them
  must_be_final boolean not null default false, -- besides, its block must be one that the network itself calls final
  expire_at timestamptz, -- until when the rate is held; null where nothing was asked for
  deadline timestamptz, -- expire_at on the network's clock
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (status <> 'success' or (hash is not null and block is not null and received is not null)),
  check (status = 'success' or credited = 0),
  check (status = 'processing' or pending = 0)
);
-- Those that money was seen for before those without, newest first within each.
create index transactions_of_invoice on transactions (invoice_id, (hash is not null) desc, created_at desc, id desc);
-- On a shared address the amount alone must tell two open quotes apart; any transaction is found by its exact amount.
-- One index does both: open quotes have null at its end, and nulls are alike; every other row has its own id.
create unique index transactions_unique_amount on transactions (recipient, amount, asset_id,
  (case when status = 'processing' and derivation_index is null and reason is null and amount is not null
    then null else id end))
  nulls not distinct;
create index transactions_by_sender on transactions (recipient, sender) where amount is not null;
create index transactions_leased on transactions (recipient, created_at desc) where is_leased;
-- Somebody may pay in thousands of parts, and what decides about the next one must not read all before it: what nobody
-- asked for is found apart from attempts, and only the newest of it.
create index transactions_unasked on transactions (recipient, created_at desc, id desc) where amount is null;
create index transactions_unasked_by_sender on transactions (recipient, sender, created_at desc, id desc)
  where amount is null;
create index transactions_unasked_by_hash on transactions (recipient, hash) where amount is null;
create index transactions_in_flight on transactions (network_id, block)
  where status = 'processing' and hash is not null;
create index transactions_due on transactions (network_id, deadline) where status = 'processing' and block is null;
-- The addresses that wait to be paid for the first time, counted where a key has shown many of them.
create index transactions_unpaid on transactions (app_id, network_id)
  where status = 'processing' and hash is null and derivation_index is not null;

-- Payments that were seen when the app's terms took them unconfirmed. Terms that change later change nothing of what
-- was let go on them.
create table unconfirmed_acceptances (
  transaction_id uuid not null references transactions, -- that it pays
  tx_hash text not null, -- of the chain transaction that was taken
  app_id uuid not null, -- the invoice's
  up_to numeric not null, -- the cap as it was then, in whole units of the invoice's currency
  -- Minor units of the invoice's currency that were accepted while they waited to be mined; 0 where they were mined.
  value numeric(40, 0) not null check (value >= 0),
  counts_from timestamptz not null, -- it is accepted from then on, where nothing that conflicts was seen by then
  created_at timestamptz not null,
  primary key (transaction_id, tx_hash)
);
create index unconfirmed_acceptances_of_app on unconfirmed_acceptances (app_id, created_at);
create index unconfirmed_acceptances_quiet on unconfirmed_acceptances (counts_from) where counts_from > created_at;
