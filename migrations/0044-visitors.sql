-- Payment links, counters and claims are open to everybody: what one visitor makes there takes no place of others.

-- The network that the caller belongs to, as the first 32 bits of a MAC over its address (IPv6: its /64). Null where
-- that is not known: a private address, or a claim of a version before. One visitor's claims give way to those of
-- others.
alter table payment_claims add column visitor integer;

-- Invoices that visitors made at a payment link or a counter. All others are the merchant's.
create table visitor_invoices (
  invoice_id uuid primary key references invoices on delete cascade, -- the invoice
  visitor integer, -- who made it, as in payment_claims
  created_at timestamptz not null
);

-- Addresses of extended public keys that visitors' invoices were given, one row for each network's form of a child.
-- While nothing came there they count towards the visitors' own bound. After the promises there ended, a child is given
-- again.
create table visitor_addresses (
  wallet_id uuid not null references wallets, -- the key
  address text not null, -- canonical
  derivation_index bigint not null, -- the child of the key
  invoice_id uuid not null, -- that has it now; the invoice may be pruned
  visitor integer, -- who made that invoice, as in payment_claims
  is_used boolean not null default false, -- something came there: it stays the invoice's
  shown_at timestamptz not null, -- when that invoice was given it, by the service's clock
  primary key (wallet_id, address)
);
create index visitor_addresses_unused on visitor_addresses (wallet_id, shown_at) where not is_used;
create index visitor_addresses_of_child on visitor_addresses (wallet_id, derivation_index);

-- The child of a key that visitors' invoices share beyond their bound; null until one is needed. The merchant's
-- invoices share another one, so that visitors take no amounts of theirs.
alter table wallets add column visitor_index bigint;

-- Apps whose payment links and counters came near to the number of invoices that they make in a minute.
create table visitor_crowds (
  app_id uuid primary key references apps, -- the app
  noted_at timestamptz not null -- when it last was so, by the service's clock
);
