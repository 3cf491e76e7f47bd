// All SQL of wallets, app addresses and watched addresses.
import type { Queryable } from '../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../io/db/keyset.ts';
import {
  bigint,
  boolean,
  bytes,
  computed,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  texts,
  time,
  uuid,
} from '../../../io/db/row-type.ts';
import type { Page } from '../../../io/http/page.ts';

const blockedAssets = `array(select b.asset_id::text from blocked_addresses b join assets a on a.id = b.asset_id
  where b.wallet_id = aa.wallet_id and a.network_id = aa.network_id)`;

const findingsWhere = (which: string) => `array(select f.code from address_findings f
  where f.wallet_id = aa.wallet_id and f.network_id = aa.network_id and ${which} order by f.code)`;

const appAddress = rowType({
  id: uuid,
  appId: uuid,
  networkId: uuid,
  walletId: uuid,
  kind: computed('w.kind', oneOf<'address' | 'xpub'>()),
  /** Canonical within the family. */
  value: computed('w.value', text),
  label: nullable(text),
  /** For an extended public key: the next child to show, and the highest child that was ever paid. */
  nextIndex: computed('w.next_index', bigint),
  usedIndex: computed('w.used_index', nullable(bigint)),
  enabled: boolean,
  /** The time from which customers are shown it; null for at once. */
  effectiveAt: nullable(time),
  /** Covers all columns except the label, with the key of the instance. */
  mac: nullable(bytes),
  /** The time since which the owner's control is proved. */
  provedAt: computed('w.proved_at', nullable(time)),
  /** The tokens on its network that cannot be sent to the address because the issuer blocked it. */
  blockedAssets: computed(blockedAssets, texts),
  /** Reasons against being paid there, and the ones that an owner has confirmed. */
  findings: computed(findingsWhere('true'), texts),
  confirmedFindings: computed(findingsWhere('f.confirmed_at is not null'), texts),
  createdAt: time,
  updatedAt: time,
});
const columns = appAddress.columnsOf('aa');

/** A wallet that an app uses on a network. */
export type AppAddress = RowOf<typeof appAddress>;

/** Lists the addresses of these apps, newest first, one more than the limit. */
export async function listAppAddresses(
  db: Queryable,
  appIds: readonly string[],
  { limit, after, created }: Page,
): Promise<AppAddress[]> {
  const rows = await db.query(
    `select ${columns} from app_addresses aa join wallets w on w.id = aa.wallet_id
     where aa.app_id = any($1::uuid[]) and aa.deleted_at is null and aa.id < ${idOrLast('$2')}
       and ${createdWithin('$4', '$5', 'aa.created_at')}
     order by aa.id desc limit $3 + 1`,
    [appIds, after?.id ?? null, limit, created.from, created.before],
  );
  return appAddress.all(rows);
}

export async function findAppAddress(db: Queryable, id: string): Promise<AppAddress | null> {
  const rows = await db.query(
    `select ${columns} from app_addresses aa join wallets w on w.id = aa.wallet_id
     where aa.id = $1 and aa.deleted_at is null`,
    [id],
  );
  return appAddress.one(rows);
}

/** Returns addresses by id, including removed ones. */
export async function listAddressesById(db: Queryable, ids: readonly string[]): Promise<Map<string, AppAddress>> {
  const rows = await db.query(
    `select ${columns} from app_addresses aa join wallets w on w.id = aa.wallet_id where aa.id = any($1::uuid[])`,
    [ids],
  );
  return new Map(appAddress.all(rows).map((address) => [address.id, address]));
}

/** Locks all addresses of the app in the order of their ids, because a change of one depends on the others. */
export async function lockAppAddress(trx: Queryable, id: string): Promise<AppAddress | null> {
  await trx.query(
    `select from app_addresses where app_id = (select app_id from app_addresses where id = $1) and deleted_at is null
     order by id for no key update`,
    [id],
  );
  return findAppAddress(trx, id);
}

/** Throws a unique violation of app_addresses_one_use if the app uses the wallet on the network already. */
export async function insertAppAddress(trx: Queryable, address: AppAddress): Promise<void> {
  await trx.query(
    `insert into app_addresses (id, app_id, network_id, wallet_id, label, enabled, created_at, updated_at,
       effective_at, mac)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)`,
    [
      ...[address.id, address.appId, address.networkId, address.walletId, address.label, address.enabled],
      ...[address.createdAt, address.effectiveAt, address.mac],
    ],
  );
}

/** An address of a wallet on one network, and the app that first gave it out there. */
export interface WatchedAddress {
  readonly networkId: string;
  readonly address: string;
  readonly walletId: string;
  readonly appId: string;
}

/**
 * Watches a fixed address from the next block on. Payments without other evidence belong to the app that used it first.
 * Throws a violation of watched_addresses_one_owner if the address belongs to another owner than the wallet.
 */
export async function watchAddress(
  trx: Queryable,
  { networkId, address, walletId, appId }: WatchedAddress,
): Promise<void> {
  await trx.query(
    `insert into watched_addresses (network_id, family, address, owner_id, wallet_id, app_id)
     select $1, w.family, $2, w.owner_id, w.id, $4 from wallets w where w.id = $3
     on conflict (network_id, address) do nothing`,
    [networkId, address, walletId, appId],
  );
}

export async function updateAppAddress(trx: Queryable, address: AppAddress): Promise<void> {
  await trx.query(
    'update app_addresses set label = $2, enabled = $3, updated_at = $4, effective_at = $5, mac = $6 where id = $1',
    [address.id, address.label, address.enabled, address.updatedAt, address.effectiveAt, address.mac],
  );
}

/** New attempts no longer use the address. It stays watched. */
export async function deleteAppAddress(trx: Queryable, id: string, now: Date): Promise<void> {
  await trx.query('update app_addresses set deleted_at = $2, updated_at = $2, mac = null where id = $1', [id, now]);
}

/** Lists the current and waiting addresses of an app. */
export async function listAllOf(db: Queryable, appId: string): Promise<AppAddress[]> {
  const rows = await db.query(
    `select ${columns} from app_addresses aa join wallets w on w.id = aa.wallet_id
     where aa.app_id = $1 and aa.deleted_at is null order by aa.id`,
    [appId],
  );
  return appAddress.all(rows);
}

/** Returns the number of live apps with an enabled address by network id. Networks without one are missing. */
export async function countAppsByNetwork(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.query<{ network_id: string; apps: string }>(
    `select aa.network_id, count(distinct aa.app_id) as apps from app_addresses aa
     join apps p on p.id = aa.app_id and p.archived_at is null
     where aa.enabled and aa.deleted_at is null group by aa.network_id`,
  );
  return new Map(rows.map((row) => [row.network_id, Number(row.apps)]));
}
