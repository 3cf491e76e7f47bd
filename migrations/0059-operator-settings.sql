-- Settings of the instance that the operator changed while it runs. The environment and quittance.json have
-- precedence over them.
create table operator_settings (
  id uuid primary key,
  name text not null unique, -- as in the API
  -- As in the environment. Null for a secret, which is in secret_sealed.
  value text,
  secret_sealed bytea, -- a secret, encrypted with the instance's key; null for other settings
  updated_at timestamptz not null,
  mac bytea not null, -- over the name and the value
  check (num_nonnulls(value, secret_sealed) = 1)
);
