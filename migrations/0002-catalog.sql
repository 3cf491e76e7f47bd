-- What can be paid with. Rows are laid from the registry and quittance.json at start; only their ids live here alone.
-- A network is its chain, never its symbol: family and chain_id (EVM) are pinned, a row once written is not changed.
create table networks (
  id uuid primary key,
  symbol text not null unique check (symbol = lower(symbol)),
  family text not null check (family in ('EVM', 'TRON', 'UTXO', 'SVM')),
  chain_id bigint,
  created_at timestamptz not null
);

create table cryptocurrencies (
  id uuid primary key,
  symbol text not null unique check (symbol = upper(symbol)),
  created_at timestamptz not null
);

-- An asset is a cryptocurrency on a network; contract is '' for the native coin. An asset is (network, contract),
-- never its name, and its decimals are pinned: a row once written is not changed.
create table assets (
  id uuid primary key,
  network_id uuid not null references networks,
  cryptocurrency_id uuid not null references cryptocurrencies,
  contract text not null,
  decimals smallint not null check (decimals between 0 and 30),
  created_at timestamptz not null,
  unique (network_id, contract)
);
