-- The networks that the operator connected in the console or by the API.
create table operator_networks (
  id uuid primary key,
  symbol text not null unique, -- the name of the network in the API
  definition text, -- a network of the operator's own, as an entry of quittance.json; null for one that is built in
  -- A JSON list of URLs, encrypted with the instance's key, because URLs hold API keys.
  endpoints_sealed bytea not null,
  -- Changes with every write. The ciphertext is bound to it, so an older list of endpoints cannot be put back.
  revision uuid not null,
  enabled boolean not null, -- whether its endpoints are used
  created_at timestamptz not null,
  updated_at timestamptz not null,
  mac bytea not null -- over all columns but the endpoints and the times
);
