-- Who works on an app beside the person who made it, and what they may do there.

-- A person with a role in an app, or an invitation that was mailed and waits.
create table app_members (
  id uuid primary key, -- the app's own for the person who made it
  app_id uuid not null references apps, -- in which the role is
  user_id uuid references users on delete cascade, -- who it is; null until the invitation is accepted
  role text not null check (role in ('owner', 'accountant', 'support', 'developer')), -- see src/core/access/team.ts
  role_since timestamptz not null, -- since when it has this role, or is invited to it
  mac bytea, -- over who it is, in which app, the role and since when, under the instance's key; null while invited
  email text, -- where the invitation went; null once it was accepted
  -- SHA-256 of what the mailed link holds; null once it was accepted.
  invite_hash bytea unique check (octet_length(invite_hash) = 32),
  invite_ends_at timestamptz, -- when the link is of no use any more; null once it was accepted
  created_at timestamptz not null, -- when they joined, or were first invited
  updated_at timestamptz not null,
  unique (app_id, user_id),
  check ((user_id is null) = (email is not null)),
  check ((email is null) = (invite_hash is null)),
  check ((email is null) = (invite_ends_at is null))
);
create unique index app_members_invited on app_members (app_id, lower(email)) where email is not null;
create index app_members_of_user on app_members (user_id, app_id) where user_id is not null;

insert into app_members (id, app_id, user_id, role, role_since, created_at, updated_at)
select id, id, owner_id, 'owner', created_at, created_at, created_at from apps;

-- Whose an app is: the one answer that everything asks. An app always has an owner, and one without a row here was made
-- by a process of the version before, while this one was rolled out: it is its maker's.
create view app_roles as
select app_id, user_id, role, role_since from app_members where user_id is not null
union all
select a.id, a.owner_id, 'owner', a.created_at from apps a
where not exists (select from app_members m where m.app_id = a.id and m.role = 'owner' and m.user_id is not null);
