-- What was seen waiting to be mined, on networks that show it: known early, and known for the same money when it is replaced.
-- One row is one chain transaction that pays a watched address. spends: what it consumes, '<txid>:<n>' each: of several
-- that spend the same, one can ever be mined. seen_at: when it was first known, on the network's clock (its block's time,
-- where it was mined before anybody saw it wait). fate: what was last known to become of it.
create table sightings (
  network_id uuid not null references networks,
  tx_hash text not null,
  spends text[] not null,
  seen_at timestamptz not null,
  fate text not null check (fate in ('waiting', 'mined', 'replaced', 'double_spent', 'forgotten')),
  updated_at timestamptz not null,
  primary key (network_id, tx_hash)
);
create index sightings_by_spends on sightings using gin (spends);

-- What each of them moves to watched addresses. They become transfers when they are mined, and not before.
create table sighted_transfers (
  network_id uuid not null,
  tx_hash text not null,
  position text not null,
  asset_id uuid not null references assets,
  recipient text not null,
  amount numeric(78, 0) not null check (amount >= 0),
  primary key (network_id, tx_hash, position),
  foreign key (network_id, tx_hash) references sightings
);

-- maturity: the confirmations below which the chain itself does not let it be spent.
alter table transfers add column maturity integer not null default 1 check (maturity >= 1);
