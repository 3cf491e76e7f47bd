-- Who signs up by themselves proves the address first: otherwise a sign-in right after a sign-up would tell strangers whose address has an account.
alter table users add column awaits_confirmation boolean not null default false;
