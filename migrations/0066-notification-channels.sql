-- Notifications for merchants: channels beyond mail, and the kinds of notifications that go by each.
create table notification_channels (
  id uuid primary key,
  user_id uuid not null references users, -- who reads it
  kind text not null check (kind in ('telegram', 'slack', 'discord', 'ntfy', 'webhook')), -- the service
  name text not null, -- in the words of the user
  shown_address text not null, -- identifies the address, without its secrets
  address_sealed bytea not null, -- the address with its secrets, as JSON
  verified_at timestamptz, -- when a test message was accepted; null: it is not used
  disabled_at timestamptz, -- when its service refused the address; null: it is used
  last_error text, -- of the last message, if it was not accepted
  created_at timestamptz not null
);
create index notification_channels_of_user on notification_channels (user_id, id desc);

-- The choices of users. A kind without a row goes by mail, if it does so by default.
create table notification_choices (
  user_id uuid not null references users, -- who chose
  kind text not null check (kind in ('payments', 'decisions', 'webhooks', 'coins', 'security')), -- of the notification
  by_mail boolean not null, -- security notices go by mail in any case
  channel_ids uuid[] not null, -- of notification_channels
  primary key (user_id, kind)
);
