// SQL with which a restore moves extended public keys ahead and watches the skipped children.
import type { FamilyName } from '../../../core/config/network-entry.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { ownAddresses } from './ownership/owner-store.ts';

export interface KeyedWallet {
  readonly id: string;
  readonly family: FamilyName;
  /** A canonical extended public key. */
  readonly value: string;
  readonly nextIndex: bigint;
  /** The number of children taken since the given time. */
  readonly takenSince: number;
  /** The networks on which it is in use, each with the app that began to use it last. */
  readonly uses: readonly KeyUse[];
}

export interface KeyUse {
  readonly networkId: string;
  readonly network: string;
  readonly appId: string;
}

/** Lists the extended public keys of the instance, with the number of children taken since then. */
export async function listKeyedWallets(trx: Queryable, since: Date): Promise<KeyedWallet[]> {
  const rows = await trx.query<{
    id: string;
    family: FamilyName;
    value: string;
    next_index: string;
    taken: string;
    uses: KeyUse[];
  }>(
    `select w.id, w.family, w.value,
       greatest(w.next_index, coalesce((
         select max(derivation_index) + 1 from watched_addresses where wallet_id = w.id), 0))::text as next_index,
       (select count(distinct derivation_index) from watched_addresses
        where wallet_id = w.id and created_at > $1)::text as taken,
       coalesce((
         select json_agg(json_build_object('networkId', u.network_id, 'network', n.symbol, 'appId', u.app_id))
         from (
           select distinct on (network_id) network_id, app_id from app_addresses where wallet_id = w.id
           order by network_id, created_at desc) u
         join networks n on n.id = u.network_id), '[]') as uses
     from wallets w where w.kind = 'xpub' order by w.id`,
    [since],
  );
  return rows.map((row) => ({
    id: row.id,
    family: row.family,
    value: row.value,
    nextIndex: BigInt(row.next_index),
    takenSince: Number(row.taken),
    uses: row.uses,
  }));
}

export async function moveNextIndex(trx: Queryable, walletId: string, nextIndex: bigint): Promise<void> {
  await trx.query('update wallets set next_index = greatest(next_index, $2) where id = $1', [walletId, nextIndex]);
}

/**
 * Watches children of a wallet that may have been shown. Payments to them have no transaction in this database.
 * Addresses of other owners are skipped.
 */
export async function watchChildren(
  trx: Queryable,
  { walletId, networkId, appId }: { readonly walletId: string } & KeyUse,
  children: readonly { readonly address: string; readonly index: bigint }[],
): Promise<void> {
  const addresses = children.map((child) => child.address);
  await ownAddresses(trx, walletId, addresses);
  await trx.query(
    `insert into watched_addresses (network_id, family, address, owner_id, wallet_id, app_id, derivation_index)
     select $1, o.family, o.address, o.owner_id, w.id, $3, c.index
       from unnest($4::text[], $5::bigint[]) as c (address, index)
       join wallets w on w.id = $2
       join address_owners o on o.family = w.family and o.address = c.address and o.owner_id = w.owner_id
     on conflict do nothing`,
    [networkId, walletId, appId, addresses, children.map((child) => child.index.toString())],
  );
}
