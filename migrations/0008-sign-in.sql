-- How people sign in: browser sessions, second factors, links that were mailed, and how often somebody tried.
alter table users add column two_factor_enabled boolean not null default false;

-- token_hash is SHA-256 of the token in the cookie. A session begins with a sign-in, so created_at says how fresh that is.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  ip_address text,
  user_agent text,
  expires_at timestamptz not null,
  last_used_at timestamptz not null default now(),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_of_user on sessions (user_id, id desc);
create index sessions_age on sessions (expires_at);

-- What a link or a cookie stands for until it is used: identifier is a hash, value what it is good for.
create table verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_identifier on verifications (identifier);
create index verifications_age on verifications (expires_at);

-- secret and backup_codes are encrypted. last_step: the newest 30-second step whose code was used; no code is taken twice.
create table two_factors (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default true,
  failed_verification_count integer not null default 0,
  locked_until timestamptz,
  last_step bigint
);

-- Attempts by one subject (a hash of what was tried and by which account or address) within its current window.
create table sign_in_attempts (
  subject bytea primary key check (octet_length(subject) = 32),
  window_ends_at timestamptz not null,
  attempts integer not null
);
create index sign_in_attempts_age on sign_in_attempts (window_ends_at);

-- Public keys of authenticators (WebAuthn). counter grows with each signature where the authenticator keeps one, else it is 0.
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  last_used_at timestamptz,
  created_at timestamptz not null
);
create index passkeys_of_user on passkeys (user_id, id desc);
