-- Whoever cannot sign proves control of an address by a payment from it to itself, of an amount that nobody else is
-- asked for.
create table proof_payments (
  id uuid primary key,
  owner_id uuid not null references users, -- who is asked for it: it proves nothing for anybody else
  network_id uuid not null references networks, -- where it is to be sent
  asset_id uuid not null references assets, -- in which
  address text not null, -- canonical: from which, and to which
  amount numeric(78, 0) not null check (amount > 0), -- smallest units
  from_block bigint not null, -- the first block that counts
  expires_at timestamptz not null, -- until when it may be sent
  mac bytea, -- over all of that, under the instance's key: null or wrong where the row was changed otherwise
  created_at timestamptz not null,
  constraint proof_payments_one_amount unique (network_id, address, asset_id, amount)
);
create index proof_payments_of_owner on proof_payments (owner_id, network_id, address);
create index proof_payments_expired on proof_payments (expires_at);
