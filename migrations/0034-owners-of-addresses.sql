-- An address has one owner on an instance and in its family: whoever entered it, whose key derives it or soon will, or who
-- proved control of it. Otherwise whoever is shown an address could enter it as his own and be credited with what others pay there.

-- identity: what two spellings of one wallet have in common: an address itself; of a key, its point and chain code, and behind a space
-- which addresses are derived from it.
-- reserved_to: the children below it belong to the owner, shown or not, as far as they were free.
-- proved_at, proved_by: since when, and by whom, a signature has proved control of it.
alter table wallets
  add column identity text,
  add column reserved_to bigint not null default 0 check (reserved_to >= 0),
  add column proved_at timestamptz,
  add column proved_by text;
update wallets set identity = value;
alter table wallets alter column identity set not null;
alter table wallets drop constraint wallets_family_value_key;
alter table wallets add constraint wallets_one_identity unique (family, identity);

create index wallets_of_key on wallets (family, split_part(identity, ' ', 1)) where kind = 'xpub';

-- Whose an address is, and through which wallet: shown ones, and those that a key gives out next. The unique key over three columns
-- is what watched_addresses refers to, so that no row there ever names another owner.
create table address_owners (
  family text not null,
  address text not null,
  owner_id uuid not null,
  wallet_id uuid not null references wallets,
  primary key (family, address),
  unique (family, address, owner_id)
);
insert into address_owners (family, address, owner_id, wallet_id)
select distinct on (n.family, w.address) n.family, w.address, k.owner_id, k.id
from watched_addresses w join networks n on n.id = w.network_id join wallets k on k.id = w.wallet_id
order by n.family, w.address, w.created_at, w.network_id;

-- A watched address carries its owner.
alter table watched_addresses add column family text, add column owner_id uuid;
update watched_addresses w set family = o.family, owner_id = o.owner_id
from networks n, address_owners o where n.id = w.network_id and o.family = n.family and o.address = w.address;
alter table watched_addresses
  alter column family set not null,
  alter column owner_id set not null,
  add constraint watched_addresses_one_owner foreign key (family, address, owner_id)
    references address_owners (family, address, owner_id) on update cascade;
