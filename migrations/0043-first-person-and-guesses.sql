-- How an instance gets its first account, what guesses are reported to the owner of an account, and which forwarding
-- headers came that this instance does not believe.

-- The set-up link that makes the first account. There is one while the instance has no person.
create table setup_links (
  only_row boolean primary key default true check (only_row), -- there is no second row
  seed uuid not null, -- the link's code is a MAC over it under the instance's key: a copy of this table opens nothing
  expires_at timestamptz not null -- the link is void after that
);

-- Wrong one-time codes and recovery codes that followed the right password.
create table wrong_codes (
  user_id uuid primary key references users on delete cascade, -- whose password it was
  given_at timestamptz[] not null, -- the newest ones within 15 minutes, the oldest first; at most three
  mailed_at timestamptz -- the newest mail about them; null before the first
);

-- Forwarding headers that arrived while TRUST_PROXY is off, so that all requests seem to come from one address.
create table untrusted_forwarding (
  is_in_house boolean primary key, -- the sender is on this machine or in its private network: a proxy, not a stranger
  header text not null, -- the header's name
  sender text not null, -- the address that the newest request came from
  seen_at timestamptz not null -- the newest one, to about an hour
);
