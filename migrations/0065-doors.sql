-- Doors: existing shops call the service in another dialect. A door's credential is an app token with the same id.
create table doors (
  id uuid primary key, -- of its token in app_tokens; without that token the door is closed
  app_id uuid not null references apps, -- that is paid
  kind text not null check (kind in ('epay', 'epusdt', 'greenfield', 'commerce')), -- the dialect of the shop
  pid text unique, -- digits, by which EPay names the merchant
  currency text not null, -- of the amounts that shops send without one
  webhook_id uuid references webhooks, -- that notifies the shops; null if they add their own
  permissions text[], -- of a shop's key, in the words of its dialect; null for all
  created_at timestamptz not null,
  mac bytea -- over all columns but created_at
);
create index doors_of_app on doors (app_id, id desc);

-- A door is open while its app token is valid.
create function door_is_open(door uuid) returns boolean language sql stable
  return exists (select from app_tokens t where t.id = door and t.expires_at > now());

-- The form of an endpoint's deliveries. Endpoints of a door are notified only while it is open.
alter table webhooks add column dialect text not null default 'quittance'
  check (dialect in ('quittance', 'epay', 'epusdt', 'greenfield', 'commerce'));
alter table webhooks add column door_id uuid; -- of doors; null for an endpoint of the API
-- Whether it is notified only of invoices in webhook_orders, each at its own address.
alter table webhooks add column by_order boolean not null default false;
-- The notifications that the shop chose, in the words of its dialect. Null for all, and for the service's own dialect.
alter table webhooks add column shop_events text[];

-- An order that a shop placed through a door, and its invoice.
create table webhook_orders (
  webhook_id uuid not null references webhooks, -- of the door
  order_no text not null, -- the shop's number
  invoice_id uuid not null references invoices on delete cascade, -- that was made for it
  app_id uuid not null references apps, -- of the invoice
  money text not null, -- the amount as the shop sent it
  notify_url text not null, -- where the shop is notified
  return_url text, -- where the customer returns to
  details jsonb not null, -- further fields of the request that the answers repeat
  created_at timestamptz not null,
  mac bytea, -- over all columns but created_at
  primary key (webhook_id, order_no)
);
create unique index webhook_orders_of_invoice on webhook_orders (invoice_id, webhook_id);
create index webhook_orders_by_time on webhook_orders (webhook_id, created_at desc, order_no);

-- The fields of an invoice that only another dialect has. A shop placed it through a door, or named them later.
create table shop_invoices (
  invoice_id uuid primary key references invoices on delete cascade, -- that they belong to
  app_id uuid not null references apps, -- of the invoice
  dialect text not null check (dialect in ('greenfield', 'commerce')), -- that the fields belong to
  code text unique, -- the short name of a charge of Coinbase Commerce
  order_id text, -- the shop's number, which several invoices may have
  details jsonb not null, -- further fields of the request that the answers repeat
  archived_at timestamptz, -- when the shop archived it, which leaves it out of its lists
  created_at timestamptz not null,
  mac bytea -- over all columns but created_at
);
create index shop_invoices_of_order on shop_invoices (app_id, order_id) where order_id is not null;

-- A refund that a shop asked for as a pull payment. It names no invoice: one is found by the order number in its name,
-- or the merchant names one. Until then no refund exists. The refund gets the id of the pull payment.
create table pull_payments (
  id uuid primary key, -- UUIDv4: its page is the customer's right to name the destination
  app_id uuid not null references apps, -- that refunds
  name text not null, -- in the shop's words, such as 'Refund of order 1042'
  description text, -- in the shop's words
  currency text not null, -- of the amount
  amount numeric(78, 0) not null check (amount > 0), -- minor units of the currency
  order_id text, -- the shop's number of the order that the name has; null if it has none that is known
  invoice_id uuid references invoices on delete cascade, -- that is refunded; null until one is found or named
  asset_id uuid references assets, -- that the customer wants, if they named a destination before there was an invoice
  recipient text, -- that destination, canonical
  archived_at timestamptz, -- when the shop or the merchant gave it up
  created_at timestamptz not null,
  mac bytea, -- over all columns but created_at
  check ((asset_id is null) = (recipient is null))
);
create index pull_payments_of_app on pull_payments (app_id, created_at desc, id desc);
create index pull_payments_of_invoice on pull_payments (invoice_id) where invoice_id is not null;
create index pull_payments_waiting on pull_payments (app_id, created_at)
  where invoice_id is null and archived_at is null;
