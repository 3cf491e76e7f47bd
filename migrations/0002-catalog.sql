-- What can be paid with. Rows are written from the registry and quittance.json at each start; only their ids are made
-- here.

-- A network is its chain and never its symbol: family and chain_id are pinned, and a row once written is not changed.
create table networks (
  id uuid primary key,
  symbol text not null unique check (symbol = lower(symbol)), -- as the configuration names it
  family text not null check (family in ('EVM', 'TRON', 'UTXO', 'SVM')), -- how its chain is read
  chain_id bigint, -- EIP-155; null in families that have none
  created_at timestamptz not null
);

create table cryptocurrencies (
  id uuid primary key,
  symbol text not null unique check (symbol = upper(symbol)), -- as people know it
  created_at timestamptz not null
);

-- A cryptocurrency on a network. An asset is (network, contract) and never its name, and its decimals are pinned.
create table assets (
  id uuid primary key,
  network_id uuid not null references networks, -- that it is on
  cryptocurrency_id uuid not null references cryptocurrencies, -- that it is
  contract text not null, -- canonical address of the token's contract; '' for the native coin
  decimals smallint not null check (decimals between 0 and 30), -- one whole coin is 10^decimals smallest units
  stopped text, -- why it is not taken for now, such as a contract that names other decimals; null where it is taken
  created_at timestamptz not null,
  unique (network_id, contract)
);
