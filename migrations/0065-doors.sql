-- Doors: existing shops call the service in another dialect. A door's credential is an app token with the same id.
create table doors (
  id uuid primary key, -- of its token in app_tokens; without that token the door is closed
  app_id uuid not null references apps, -- that is paid
  kind text not null check (kind in ('epay', 'epusdt', 'greenfield', 'commerce')), -- the dialect of the shop
  pid text unique, -- digits, by which EPay names the merchant
  currency text not null, -- of the amounts that shops send without one
  webhook_id uuid references webhooks, -- that notifies the shops; null if they add their own
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
