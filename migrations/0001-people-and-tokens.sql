-- Who may act: people (shaped for better-auth, which signs them in) and the tokens they made.
create table users (
  id uuid primary key,
  email text not null,
  name text not null default '',
  email_verified boolean not null default false,
  image text,
  role text not null default 'merchant' check (role in ('operator', 'merchant')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email_key on users (lower(email));

-- A way to sign in: with provider_id 'credential' the password column holds an argon2id hash (PHC string).
create table accounts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);

-- token_hash is SHA-256 of the whole token; the token itself is never stored.
create table personal_access_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  last_four text not null,
  scopes text[] not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null
);
create index personal_access_tokens_of_user on personal_access_tokens (user_id, id desc);
