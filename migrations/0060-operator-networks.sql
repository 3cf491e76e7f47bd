-- The networks that the operator connected in the console or by the API.
--
-- endpoints_sealed: a JSON list of URLs, encrypted with the instance's key, because URLs hold API keys.
-- revision: changes with every write. The ciphertext is bound to it, and it is under the MAC, so an older list of
-- endpoints cannot be put back into the row.
-- definition: a network of the operator's own, as an entry of quittance.json. Null for a network that is built in.
create table operator_networks (
  id uuid primary key,
  symbol text not null unique,
  definition text,
  endpoints_sealed bytea not null,
  revision uuid not null,
  enabled boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac bytea not null
);
