// All SQL of networks, cryptocurrencies and assets. What a row once laid says of its chain is never changed.
import type { FamilyName } from '../../core/config/network-entry.ts';
import type { Queryable } from '../../io/db/database.ts';
import type { StopReason } from './catalog.ts';

export interface StoredNetwork {
  readonly id: string;
  readonly symbol: string;
  readonly family: FamilyName;
  readonly chainId: number | null;
}

export interface StoredCryptocurrency {
  readonly id: string;
  readonly symbol: string;
}

export interface StoredAsset {
  readonly id: string;
  readonly networkId: string;
  readonly cryptocurrencyId: string;
  readonly contract: string;
  readonly decimals: number;
}

/** Lets one process at a time lay rows, until its commit. */
export async function lockCatalog(trx: Queryable): Promise<void> {
  await trx.query(`select pg_advisory_xact_lock(hashtext('quittance catalog'))`);
}

/** Adds those networks whose symbol is new, and answers all there are. */
export async function layNetworks(
  trx: Queryable,
  networks: readonly StoredNetwork[],
  now: Date,
): Promise<StoredNetwork[]> {
  await trx.query(
    `insert into networks (id, symbol, family, chain_id, created_at)
     select *, $5 from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[]) on conflict (symbol) do nothing`,
    [
      networks.map((network) => network.id),
      networks.map((network) => network.symbol),
      networks.map((network) => network.family),
      networks.map((network) => network.chainId),
      now,
    ],
  );
  const rows = await trx.query<{ id: string; symbol: string; family: FamilyName; chain_id: bigint | null }>(
    'select id, symbol, family, chain_id from networks',
  );
  return rows.map(({ id, symbol, family, chain_id }) => ({
    id,
    symbol,
    family,
    chainId: chain_id === null ? null : Number(chain_id),
  }));
}

/** Adds those cryptocurrencies whose symbol is new, and answers all there are. */
export async function layCryptocurrencies(
  trx: Queryable,
  cryptocurrencies: readonly StoredCryptocurrency[],
  now: Date,
): Promise<StoredCryptocurrency[]> {
  await trx.query(
    `insert into cryptocurrencies (id, symbol, created_at)
     select *, $3 from unnest($1::uuid[], $2::text[]) on conflict (symbol) do nothing`,
    [cryptocurrencies.map((each) => each.id), cryptocurrencies.map((each) => each.symbol), now],
  );
  return trx.query<{ id: string; symbol: string }>('select id, symbol from cryptocurrencies');
}

/** Adds those assets whose network and contract are new together, and answers all there are. */
export async function layAssets(trx: Queryable, assets: readonly StoredAsset[], now: Date): Promise<StoredAsset[]> {
  await trx.query(
    `insert into assets (id, network_id, cryptocurrency_id, contract, decimals, created_at)
     select *, $6 from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::smallint[])
     on conflict (network_id, contract) do nothing`,
    [
      assets.map((asset) => asset.id),
      assets.map((asset) => asset.networkId),
      assets.map((asset) => asset.cryptocurrencyId),
      assets.map((asset) => asset.contract),
      assets.map((asset) => asset.decimals),
      now,
    ],
  );
  const rows = await trx.query<{
    id: string;
    network_id: string;
    cryptocurrency_id: string;
    contract: string;
    decimals: number | bigint;
  }>('select id, network_id, cryptocurrency_id, contract, decimals from assets');
  return rows.map((row) => ({
    id: row.id,
    networkId: row.network_id,
    cryptocurrencyId: row.cryptocurrency_id,
    contract: row.contract,
    decimals: Number(row.decimals),
  }));
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
