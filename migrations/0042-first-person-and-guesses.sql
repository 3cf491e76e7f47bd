-- What guesses are reported to the owner of an account.

-- Wrong one-time codes and recovery codes that followed the right password.
create table wrong_codes (
  user_id uuid primary key references users on delete cascade, -- whose password it was
  given_at timestamptz[] not null, -- the newest ones within 15 minutes, the oldest first; at most three
  mailed_at timestamptz -- the newest mail about them; null before the first
);
