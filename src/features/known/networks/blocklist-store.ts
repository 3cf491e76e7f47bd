// All SQL of the table blocked_addresses: addresses that a token's issuer has blocked, and the apps to notify.
import type { Queryable } from '../../../io/db/database.ts';

/** A merchant's address and a token that is to be paid there. */
export interface PaidPlace {
  readonly assetId: string;
  readonly walletId: string;
  /** The canonical address. */
  readonly address: string;
}

interface Row {
  asset_id: string;
  wallet_id: string;
  value: string;
}

/** The customers of an archived app may still pay what they owe. */
const canBePaid = `(p.archived_at is null or exists (
  select from invoices i where i.app_id = p.id and i.status in ('open', 'partially_paid')))`;

/**
 * Returns the network's fixed addresses in use with the tokens that apps accept there, and all recorded blocks. Sorted
 * by (asset, wallet), starting after `after`.
 */
export async function listPaidPlaces(
  db: Queryable,
  networkId: string,
  { limit, after }: { readonly limit: number; readonly after: Pick<PaidPlace, 'assetId' | 'walletId'> | null },
): Promise<PaidPlace[]> {
  const rows = await db.query<Row>(
    `with places as (
       select ac.asset_id, aa.wallet_id from app_addresses aa
       join apps p on p.id = aa.app_id and ${canBePaid}
       join app_cryptocurrencies ac on ac.app_id = aa.app_id
       where aa.network_id = $1 and aa.enabled and aa.deleted_at is null
       union select asset_id, wallet_id from blocked_addresses)
     select o.asset_id, o.wallet_id, w.value from places o
     join assets a on a.id = o.asset_id and a.network_id = $1 and a.contract <> ''
     join wallets w on w.id = o.wallet_id and w.kind = 'address'
     where $2::uuid is null or (o.asset_id, o.wallet_id) > ($2::uuid, $3::uuid)
     order by o.asset_id, o.wallet_id limit $4`,
    [networkId, after?.assetId ?? null, after?.walletId ?? null, limit],
  );
  return rows.map(placeFromRow);
}

/** Returns all blocked addresses on all networks. */
export async function listBlocked(db: Queryable): Promise<PaidPlace[]> {
  const rows = await db.query<Row>(
    'select b.asset_id, b.wallet_id, w.value from blocked_addresses b join wallets w on w.id = b.wallet_id',
  );
  return rows.map(placeFromRow);
}

/** Returns the tokens of a network that are blocked at a wallet. */
export async function listBlockedAssets(db: Queryable, walletId: string, networkId: string): Promise<string[]> {
  const rows = await db.query<{ asset_id: string }>(
    `select b.asset_id from blocked_addresses b join assets a on a.id = b.asset_id
     where b.wallet_id = $1 and a.network_id = $2`,
    [walletId, networkId],
  );
  return rows.map((row) => row.asset_id);
}

/** Records wallets as blocked for an asset. Returns the newly blocked ones. */
export async function recordBlocked(
  trx: Queryable,
  assetId: string,
  walletIds: readonly string[],
  now: Date,
): Promise<string[]> {
  if (walletIds.length === 0) return [];
  const rows = await trx.query<{ wallet_id: string }>(
    `insert into blocked_addresses (asset_id, wallet_id, noted_at) select $1, unnest($2::uuid[]), $3
     on conflict do nothing returning wallet_id`,
    [assetId, walletIds, now],
  );
  return rows.map((row) => row.wallet_id);
}

/** Records wallets as no longer blocked for an asset. Returns the ones that were blocked before. */
export async function recordUnblocked(
  trx: Queryable,
  assetId: string,
  walletIds: readonly string[],
): Promise<string[]> {
  if (walletIds.length === 0) return [];
  const rows = await trx.query<{ wallet_id: string }>(
    'delete from blocked_addresses where asset_id = $1 and wallet_id = any($2::uuid[]) returning wallet_id',
    [assetId, walletIds],
  );
  return rows.map((row) => row.wallet_id);
}

/** Returns the app addresses at which apps accept this asset with one of these wallets. */
export async function listUses(
  db: Queryable,
  asset: { readonly id: string; readonly network: { readonly id: string } },
  walletIds: readonly string[],
): Promise<string[]> {
  if (walletIds.length === 0) return [];
  const rows = await db.query<{ id: string }>(
    `select aa.id from app_addresses aa
     join apps p on p.id = aa.app_id and ${canBePaid}
     join app_cryptocurrencies ac on ac.app_id = aa.app_id and ac.asset_id = $1
     where aa.network_id = $2 and aa.wallet_id = any($3::uuid[]) and aa.enabled and aa.deleted_at is null
     order by aa.id`,
    [asset.id, asset.network.id, walletIds],
  );
  return rows.map((row) => row.id);
}

/** Returns the assets of an app that are blocked at every address where the app accepts them. */
export async function listUnpayable(db: Queryable, appId: string): Promise<Set<string>> {
  const rows = await db.query<{ asset_id: string }>(
    `select ac.asset_id from app_cryptocurrencies ac
     join assets a on a.id = ac.asset_id
     join app_addresses aa on aa.app_id = ac.app_id and aa.network_id = a.network_id and aa.enabled
       and aa.deleted_at is null
     left join blocked_addresses b on b.asset_id = ac.asset_id and b.wallet_id = aa.wallet_id
     where ac.app_id = $1 group by ac.asset_id having bool_and(b.asset_id is not null)`,
    [appId],
  );
  return new Set(rows.map((row) => row.asset_id));
}

function placeFromRow(row: Row): PaidPlace {
  return { assetId: row.asset_id, walletId: row.wallet_id, address: row.value };
}
