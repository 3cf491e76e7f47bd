-- An app has further tokens in addition to its main one. Each has scopes, a maker and an end.

-- A further token of an app. Its maker is a member, whose role bounds it at every use.
create table app_tokens (
  id uuid primary key,
  app_id uuid not null references apps, -- the only app that it reaches
  member_id uuid not null references app_members on delete cascade, -- its maker's place in the team: it ends with that
  user_id uuid not null references users on delete cascade, -- its maker
  name text not null, -- as its maker calls it
  token_hash bytea not null unique check (octet_length(token_hash) = 32), -- SHA-256 of the token; it is not stored
  mac bytea, -- over its app, its maker, its hash and its bounds, under the instance's key
  last_four text not null, -- its last characters, by which people recognise it
  scopes text[] not null check (scopes <> '{}'), -- what it allows
  cidrs text[] check (cidrs <> '{}'), -- the only address ranges that it works from; null: anywhere
  expires_at timestamptz not null, -- when it stops working
  last_used_at timestamptz, -- the newest request with it, to about a minute; null before its first use
  created_at timestamptz not null
);
create index app_tokens_of_app on app_tokens (app_id, id desc);
create index app_tokens_of_member on app_tokens (member_id);
create index app_tokens_of_user on app_tokens (user_id);

-- When an owner who could read the main token ceased to be one, by the service's clock; null: none did since the token
-- was made.
alter table apps add column token_known_at timestamptz;
