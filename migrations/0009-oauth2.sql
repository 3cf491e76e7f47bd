-- Other programs acting for people: who they are, what was granted to them, and what OpenID Connect keeps meanwhile.
-- secret_hash is SHA-256 of the client's secret; a client that cannot keep one (public, native) has none.
create table oauth2_clients (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  client_id text not null unique,
  name text not null,
  application_type text not null check (application_type in ('web', 'native')),
  token_endpoint_auth_method text not null
    check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none')),
  id_token_signed_response_alg text not null check (id_token_signed_response_alg in ('RS256', 'ES256')),
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null,
  secret_hash bytea check (octet_length(secret_hash) = 32),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((secret_hash is null) = (token_endpoint_auth_method = 'none'))
);
create index oauth2_clients_of_owner on oauth2_clients (owner_id, id desc);

-- What a person lets a client do: one row for both, so that consent is remembered and revoked in one place.
create table oauth2_grants (
  id uuid primary key,
  grant_id text not null unique,
  user_id uuid not null references users on delete cascade,
  client_id text not null references oauth2_clients (client_id) on delete cascade,
  payload jsonb not null,
  last_used_at timestamptz not null,
  created_at timestamptz not null,
  unique (user_id, client_id)
);
create index oauth2_grants_of_user on oauth2_grants (user_id, id desc);
create index oauth2_grants_of_client on oauth2_grants (client_id);

-- Codes, tokens, and sign-ins under way. id_hash is SHA-256 of what a client or a browser holds, which is never stored.
-- Codes and tokens go with their grant.
create table oauth2_artifacts (
  model text not null,
  id_hash bytea not null check (octet_length(id_hash) = 32),
  payload jsonb not null,
  uid text,
  grant_id text references oauth2_grants (grant_id) on delete cascade,
  user_id uuid references users on delete cascade,
  consumed_at timestamptz,
  expires_at timestamptz not null,
  primary key (model, id_hash)
);
create index oauth2_artifacts_of_grant on oauth2_artifacts (grant_id) where grant_id is not null;
create index oauth2_artifacts_of_user on oauth2_artifacts (user_id) where user_id is not null;
create index oauth2_artifacts_uid on oauth2_artifacts (uid) where uid is not null;
create index oauth2_artifacts_age on oauth2_artifacts (expires_at);

-- Keys that sign ID tokens, sealed under the instance's key.
create table oauth2_signing_keys (
  kid text primary key,
  alg text not null check (alg in ('RS256', 'ES256')),
  jwk_sealed bytea not null,
  created_at timestamptz not null
);
