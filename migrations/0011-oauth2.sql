-- Other programs acting for people: who they are, what was granted to them, and what OpenID Connect keeps meanwhile.
create table oauth2_clients (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade, -- who registered it
  client_id text not null unique, -- as the program names itself
  name text not null, -- as people who are asked for consent read it
  application_type text not null check (application_type in ('web', 'native')), -- native: it runs where people do
  token_endpoint_auth_method text not null -- how it proves that it is itself; none: it cannot keep a secret
    check (token_endpoint_auth_method in ('client_secret_basic', 'client_secret_post', 'none')),
  id_token_signed_response_alg text not null -- what signs its ID tokens
    check (id_token_signed_response_alg in ('RS256', 'ES256')),
  redirect_uris text[] not null, -- where people may be sent back to with a code
  post_logout_redirect_uris text[] not null, -- where they may be sent after a sign-out
  origins text[] not null default '{}', -- web origins (RFC 6454) of redirect_uris: pages there may call with a token
  secret_hash bytea check (octet_length(secret_hash) = 32), -- SHA-256 of its secret; null where it has none
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((secret_hash is null) = (token_endpoint_auth_method = 'none'))
);
create index oauth2_clients_of_owner on oauth2_clients (owner_id, id desc);
create index oauth2_clients_by_origin on oauth2_clients using gin (origins);

-- What a person lets a client do: one row for both, so that consent is remembered and revoked in one place.
create table oauth2_grants (
  id uuid primary key,
  grant_id text not null unique, -- as oidc-provider names it
  user_id uuid not null references users on delete cascade, -- who granted it
  client_id text not null references oauth2_clients (client_id) on delete cascade, -- to whom
  payload jsonb not null, -- what was granted, as oidc-provider writes it
  last_used_at timestamptz not null, -- the newest use of a token of it
  created_at timestamptz not null,
  unique (user_id, client_id)
);
create index oauth2_grants_of_user on oauth2_grants (user_id, id desc);
create index oauth2_grants_of_client on oauth2_grants (client_id);

-- Codes, tokens, and sign-ins under way. Codes and tokens go with their grant.
create table oauth2_artifacts (
  model text not null, -- what it is, as oidc-provider names it: 'AccessToken', 'Session' and so on
  id_hash bytea not null check (octet_length(id_hash) = 32), -- SHA-256 of what a client or a browser holds
  payload jsonb not null, -- as oidc-provider writes it
  uid text, -- a second name, by which sessions are found; null where there is none
  grant_id text references oauth2_grants (grant_id) on delete cascade, -- that it is of; null where it is of none
  user_id uuid references users on delete cascade, -- whose it is; null before somebody has signed in
  consumed_at timestamptz, -- when it was used, of what is used once
  expires_at timestamptz not null, -- good for nothing after that
  primary key (model, id_hash)
);
create index oauth2_artifacts_of_grant on oauth2_artifacts (grant_id) where grant_id is not null;
create index oauth2_artifacts_of_user on oauth2_artifacts (user_id) where user_id is not null;
create index oauth2_artifacts_uid on oauth2_artifacts (uid) where uid is not null;
create index oauth2_artifacts_age on oauth2_artifacts (expires_at);

-- Keys that sign ID tokens.
create table oauth2_signing_keys (
  kid text primary key, -- the key's name in the published set
  alg text not null check (alg in ('RS256', 'ES256')), -- that it signs with
  jwk_sealed bytea not null, -- the private key as a JWK, under the instance's key
  signs_from timestamptz not null, -- when it begins to sign: a fact of its own, which an operator may decide
  created_at timestamptz not null -- since when it is published
);
