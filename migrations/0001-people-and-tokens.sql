-- Who may act: people, the ways in which they sign in, and the tokens that they made. better-auth signs them in: users,
-- accounts, sessions, verifications and two_factors have the columns that it asks for.

-- In every table, id is a UUIDv7 that the service made, so that of two rows the newer one has the greater id, and
-- created_at and updated_at say when the row was written first and last. Times are of the service's own clock, unless
-- the column says whose they are.

-- A person who may sign in.
create table users (
  id uuid primary key,
  email text not null, -- unique without regard to case
  name text not null default '', -- as others read it
  email_verified boolean not null default false, -- a link that was mailed to the address was opened
  image text, -- better-auth asks for it; the service shows none
  role text not null default 'merchant' check (role in ('operator', 'merchant')), -- operators see to the whole instance
  -- Whoever signs up by themselves proves the address first. Otherwise a sign-in right after a sign-up would tell
  -- anybody whose address has an account.
  awaits_confirmation boolean not null default false,
  two_factor_enabled boolean not null default false, -- a sign-in with the password asks for a code as well
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email_key on users (lower(email));

-- A way to sign in.
create table accounts (
  id uuid primary key,
  user_id uuid not null references users on delete cascade, -- whose it is
  provider_id text not null, -- 'credential': with a password
  account_id text not null, -- who the person is for that provider; with a password, the user's own id
  password text, -- argon2id hash, as a PHC string
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, account_id)
);

-- Browsers in which people are signed in. A session begins with a sign-in: created_at says when that was.
create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade, -- who is signed in
  token_hash bytea not null unique check (octet_length(token_hash) = 32), -- SHA-256 of the token in the cookie
  mac bytea, -- over whose it is, its hash and the two times of proof, under the instance's key
  ip_address text, -- that the sign-in came from
  user_agent text, -- as the browser named itself at the sign-in
  expires_at timestamptz not null, -- when it ends, however much it is used
  last_used_at timestamptz not null default now(), -- the newest request with it, to about a minute
  proved_at timestamptz, -- when its person last proved to be there since the sign-in; null: not since
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_of_user on sessions (user_id, id desc);
create index sessions_age on sessions (expires_at);

-- What a mailed link, or a challenge to a browser, stands for until it is used.
create table verifications (
  id uuid primary key,
  identifier text not null, -- a hash of what the link or the cookie holds
  value text not null, -- what it is good for
  expires_at timestamptz not null, -- good for nothing after that
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_identifier on verifications (identifier);
create index verifications_age on verifications (expires_at);

-- One-time codes (TOTP) of a person.
create table two_factors (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade, -- whose they are
  secret text not null, -- what codes are computed from, encrypted
  backup_codes text not null, -- recovery codes, hashed under the instance's key
  verified boolean not null default true, -- a first code has proved that the person's device has the secret
  failed_verification_count integer not null default 0, -- wrong codes since the last right one
  locked_until timestamptz, -- no code is taken before then; null where it is not locked
  last_step bigint -- the newest step (30 seconds since 1970) whose code was used: no code is taken twice
);

-- How often one subject tried to sign in within its current window.
create table sign_in_attempts (
  subject bytea primary key check (octet_length(subject) = 32), -- SHA-256 of what was tried, and by whom
  window_ends_at timestamptz not null, -- the count starts anew after that
  attempts integer not null -- within the window
);
create index sign_in_attempts_age on sign_in_attempts (window_ends_at);

-- Public keys of authenticators (WebAuthn).
create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade, -- who signs in with it
  name text not null, -- as its owner calls it
  credential_id text not null unique, -- as the authenticator names it, in base64url
  public_key bytea not null, -- COSE key
  counter bigint not null, -- grows with each signature where the authenticator counts them, else it stays 0
  transports text[] not null, -- how browsers may reach the authenticator, as it said itself
  last_used_at timestamptz, -- null before its first use
  created_at timestamptz not null
);
create index passkeys_of_user on passkeys (user_id, id desc);

-- Tokens with which a person's own programs act for them.
create table personal_access_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade, -- for whom it acts
  name text not null, -- as its owner calls it
  token_hash bytea not null unique check (octet_length(token_hash) = 32), -- SHA-256 of the token; it is not stored
  mac bytea, -- over whose it is, its hash and what it allows, under the instance's key
  last_four text not null, -- its last characters, by which its owner tells it from others
  scopes text[] not null, -- what it allows
  app_ids text[] check (app_ids <> '{}'), -- the only apps of its owner that it reaches; null: all of them
  cidrs text[] check (cidrs <> '{}'), -- the only address ranges that it works from; null: anywhere
  expires_at timestamptz not null, -- when it stops working
  last_used_at timestamptz, -- null before its first use
  created_at timestamptz not null
);
create index personal_access_tokens_of_user on personal_access_tokens (user_id, id desc);

-- A change of how somebody signs in or acts that its owner was mailed of, for as long as they may answer "this was not
-- me".
create table credential_notices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade, -- who was mailed
  token_hash bytea not null unique check (octet_length(token_hash) = 32), -- SHA-256 of what the mailed link holds
  subject_id uuid not null, -- what was changed: the passkey, token, session, client, webhook or app, or the person
  changed_at timestamptz not null, -- passkeys added since go with an answer
  expires_at timestamptz not null -- the link is good for nothing after that
);
create index credential_notices_age on credential_notices (expires_at);

-- Another e-mail address that a person asked for, until both addresses agree or the old one is silent for long enough.
create table email_changes (
  user_id uuid primary key references users on delete cascade, -- who asked; of several wishes the last one counts
  new_email text not null, -- the address wanted
  old_token_hash bytea not null unique check (octet_length(old_token_hash) = 32), -- SHA-256 of the old address's link
  new_token_hash bytea not null unique check (octet_length(new_token_hash) = 32), -- SHA-256 of the new address's link
  old_agreed_at timestamptz, -- null: has not answered
  new_agreed_at timestamptz, -- null: has not answered
  created_at timestamptz not null -- when it was asked for
);
