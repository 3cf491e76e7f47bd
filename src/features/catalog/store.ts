// All SQL of networks, cryptocurrencies and assets. What a row once laid says of its chain is never changed.
import type { FamilyName } from '../../core/config/network-entry.ts';
import type { Queryable } from '../../io/db/database.ts';
import { count, int, nullable, oneOf, type RowOf, rowType, text, uuid } from '../../io/db/row-type.ts';
import type { StopReason } from './catalog.ts';

const network = rowType({ id: uuid, symbol: text, family: oneOf<FamilyName>(), chainId: nullable(count) });
export type StoredNetwork = RowOf<typeof network>;

const cryptocurrency = rowType({ id: uuid, symbol: text });
export type StoredCryptocurrency = RowOf<typeof cryptocurrency>;

const asset = rowType({ id: uuid, networkId: uuid, cryptocurrencyId: uuid, contract: text, decimals: int });
export type StoredAsset = RowOf<typeof asset>;

/** Lets one process at a time lay rows, until its commit. */
export async function lockCatalog(trx: Queryable): Promise<void> {
  await trx.query(`select pg_advisory_xact_lock(hashtext('quittance catalog'))`);
}

/** Adds those networks whose symbol is new, and answers all there are. */
export async function upsertNetworks(
  trx: Queryable,
  networks: readonly StoredNetwork[],
  now: Date,
): Promise<StoredNetwork[]> {
  await trx.query(
    `insert into networks (${network.written}, created_at)
     select ${network.written}, $2 from json_to_recordset($1) as r ${network.recordset} on conflict (symbol) do nothing`,
    [network.json(networks), now],
  );
  return network.all(await trx.query(`select ${network.columns} from networks`));
}

/** Adds those cryptocurrencies whose symbol is new, and answers all there are. */
export async function upsertCryptocurrencies(
  trx: Queryable,
  cryptocurrencies: readonly StoredCryptocurrency[],
  now: Date,
): Promise<StoredCryptocurrency[]> {
  await trx.query(
    `insert into cryptocurrencies (${cryptocurrency.written}, created_at)
     select ${cryptocurrency.written}, $2 from json_to_recordset($1) as r ${cryptocurrency.recordset} on conflict (symbol) do nothing`,
    [cryptocurrency.json(cryptocurrencies), now],
  );
  return cryptocurrency.all(await trx.query(`select ${cryptocurrency.columns} from cryptocurrencies`));
}

/** Adds those assets whose network and contract are new together, and answers all there are. */
export async function upsertAssets(trx: Queryable, assets: readonly StoredAsset[], now: Date): Promise<StoredAsset[]> {
  await trx.query(
    `insert into assets (${asset.written}, created_at)
     select ${asset.written}, $2 from json_to_recordset($1) as r ${asset.recordset} on conflict (network_id, contract) do nothing`,
    [asset.json(assets), now],
  );
  return asset.all(await trx.query(`select ${asset.columns} from assets`));
}

/** Why assets are not taken for now, by asset. */
export async function listStopped(db: Queryable): Promise<Map<string, StopReason>> {
  const rows = await db.query<{ id: string; stopped: StopReason }>(
    'select id, stopped from assets where stopped is not null',
  );
  return new Map(rows.map((row) => [row.id, row.stopped]));
}

/** Stops an asset, or, with null, lets it be paid with again. Whether that is news. */
export async function stopAsset(db: Queryable, id: string, why: StopReason | null): Promise<boolean> {
  const rows = await db.query(
    'update assets set stopped = $2 where id = $1 and stopped is distinct from $2 returning id',
    [id, why],
  );
  return rows.length > 0;
}

/** All assets that were ever known here, by the symbols of coin and network. */
export function listAssetNames(db: Queryable): Promise<{ id: string; cryptocurrency: string; network: string }[]> {
  return db.query(
    `select a.id, c.symbol as cryptocurrency, n.symbol as network from assets a
     join networks n on n.id = a.network_id join cryptocurrencies c on c.id = a.cryptocurrency_id`,
  );
}
