-- A contract's word proves control on its own network only: another contract may be at the same address elsewhere.
-- networks on which proved_at holds; null: all of the family
alter table wallets add column proved_networks uuid[];
