-- When a key begins to sign is its own fact: an operator who changes keys decides it, and does not wait for the routine.
alter table oauth2_signing_keys add column signs_from timestamptz;
update oauth2_signing_keys k set signs_from = case
  when exists (select 1 from oauth2_signing_keys o where o.alg = k.alg and o.created_at < k.created_at)
  then created_at + interval '1 day' else created_at end;
alter table oauth2_signing_keys alter column signs_from set not null;
