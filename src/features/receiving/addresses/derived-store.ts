// SQL of addresses derived from extended public keys: their use, and the children after those shown.
import type { Queryable } from '../../../io/db/database.ts';

/** Records that derived addresses were paid, so that no visitor is given one of them again. */
export async function recordUse(trx: Queryable, networkId: string, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  await trx.query(
    `with used as (
       update watched_addresses set is_used = true
       where network_id = $1 and address = any($2::text[]) and derivation_index is not null and not is_used
       returning wallet_id, derivation_index),
     of_visitors as (
       update visitor_addresses v set is_used = true
       from watched_addresses a join visitor_addresses p on p.wallet_id = a.wallet_id and p.address = a.address
       where a.network_id = $1 and a.address = any($2::text[])
         and v.wallet_id = p.wallet_id and v.derivation_index = p.derivation_index and not v.is_used
       returning v.wallet_id, v.derivation_index)
     update wallets w set used_index = greatest(w.used_index, u.newest)
     from (select wallet_id, max(derivation_index) as newest
       from (select * from used union all select * from of_visitors) c group by wallet_id order by wallet_id) u
     where w.id = u.wallet_id`,
    [networkId, [...new Set(addresses)]],
  );
}

/** An extended public key in use, and the app that gets payments to its addresses that were never shown. */
export interface KeyInUse {
  readonly walletId: string;
  readonly ownerId: string;
  readonly appId: string;
  /** Canonical. */
  readonly value: string;
  readonly nextIndex: bigint;
}

/** Lists the keys in use on these networks, each once, with the app that used it first. */
export async function listKeysInUse(db: Queryable, networkIds: readonly string[]): Promise<KeyInUse[]> {
  const rows = await db.query<{ id: string; owner_id: string; app_id: string; value: string; next_index: string }>(
    `select distinct on (w.id) w.id, w.owner_id, aa.app_id, w.value, w.next_index
     from app_addresses aa join wallets w on w.id = aa.wallet_id
     where aa.network_id = any($1::uuid[]) and w.kind = 'xpub' order by w.id, aa.id`,
    [networkIds],
  );
  return rows.map((row) => ({
    walletId: row.id,
    ownerId: row.owner_id,
    appId: row.app_id,
    value: row.value,
    nextIndex: BigInt(row.next_index),
  }));
}

export interface DerivedAddress {
  readonly address: string;
  readonly walletId: string;
  readonly appId: string;
  readonly index: bigint;
}

/**
 * Watches addresses as if they had been shown, for the app that uses their key on this network, or else `appId`.
 * Neither they nor earlier children are shown again. Addresses of other owners and those for change are skipped.
 */
export async function watchDerived(
  trx: Queryable,
  networkId: string,
  derived: readonly DerivedAddress[],
): Promise<void> {
  if (derived.length === 0) return;
  const rows = JSON.stringify(derived.map((one) => ({ ...one, index: one.index.toString() })));
  await trx.query(
    `insert into address_owners (family, address, owner_id, wallet_id)
     select w.family, n.address, w.owner_id, w.id
     from json_to_recordset($1::json) as n(address text, "walletId" uuid) join wallets w on w.id = n."walletId"
     order by n.address on conflict do nothing`,
    [rows],
  );
  await trx.query(
    `insert into watched_addresses (network_id, family, address, owner_id, wallet_id, app_id, derivation_index)
     select $1, w.family, n.address, w.owner_id, w.id, coalesce(
         (select aa.app_id from app_addresses aa
          where aa.wallet_id = n."walletId" and aa.network_id = $1
          order by aa.id limit 1),
         n."appId"), n.index
     from json_to_recordset($2::json) as n(address text, "walletId" uuid, "appId" uuid, index bigint)
       join wallets w on w.id = n."walletId"
       join address_owners o on o.family = w.family and o.address = n.address and o.owner_id = w.owner_id
     where not o.is_change
     on conflict do nothing`,
    [networkId, rows],
  );
  await trx.query(
    `update wallets w set next_index = greatest(w.next_index, n.newest + 1)
     from (
       select "walletId" as id, max(index) as newest
       from json_to_recordset($1::json) as r("walletId" uuid, index bigint)
       group by 1 order by 1) n
     where w.id = n.id`,
    [rows],
  );
}

/** Lists those of the addresses that are reserved for change and were not shown on this network. */
export async function listChangeAmong(
  db: Queryable,
  networkId: string,
  addresses: readonly string[],
): Promise<string[]> {
  if (addresses.length === 0) return [];
  const rows = await db.query<{ address: string }>(
    `select o.address from networks n join address_owners o on o.family = n.family
     where n.id = $1 and o.address = any($2::text[]) and o.is_change and not exists (
       select from watched_addresses a where a.network_id = n.id and a.address = o.address)`,
    [networkId, addresses],
  );
  return rows.map((row) => row.address);
}
