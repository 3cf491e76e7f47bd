-- Which addresses of an extended public key were ever paid, so that the gap which wallets must look across is known.
-- used_index: the highest child that anything ever came to; null where nothing did.
alter table wallets add column used_index bigint;
alter table watched_addresses add column is_used boolean not null default false;

-- Payments that were recorded before these columns existed.
update watched_addresses w set is_used = true from transfers f
where f.network_id = w.network_id and f.recipient = w.address and w.derivation_index is not null;
update wallets w set used_index = u.used_index
from (select wallet_id, max(derivation_index) as used_index from watched_addresses where is_used group by wallet_id) u
where u.wallet_id = w.id;

-- The addresses that wait to be paid for the first time, counted where a key has shown many of them.
create index transactions_unpaid on transactions (app_id, network_id)
  where status = 'processing' and hash is null and derivation_index is not null;
