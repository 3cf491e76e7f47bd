-- A role counts only as the service signed it.

alter table app_members add column invite_mac bytea; -- over the invitation, under the instance's key; null once accepted

-- Makers of apps whose rows are not signed yet: the next start signs them.
create index app_members_unsigned on app_members (id) where mac is null and user_id is not null;

-- Who says to be of an app's team. What it says counts where the row's MAC is the service's.
create or replace view app_roles as
select app_id, user_id, role, role_since, id, mac from app_members where user_id is not null;

-- A member is found as well, written past the service.
alter table tamper_findings drop constraint tamper_findings_subject_type_check;
alter table tamper_findings add check (subject_type in ('address', 'transaction', 'member'));
