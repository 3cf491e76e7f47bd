// SQL that reads networks, cryptocurrencies and assets while the service runs.
import type { Queryable } from '../../../io/db/database.ts';
import type { StopReason } from './catalog.ts';

/** Returns the stopped assets with their reasons, by asset id. */
export async function listStopped(db: Queryable): Promise<Map<string, StopReason>> {
  const rows = await db.query<{ id: string; stopped: StopReason }>(
    'select id, stopped from assets where stopped is not null',
  );
  return new Map(rows.map((row) => [row.id, row.stopped]));
}

/** Stops an asset, or resumes it if `why` is null. Returns whether this changed anything. */
export async function stopAsset(db: Queryable, id: string, why: StopReason | null): Promise<boolean> {
  const rows = await db.query(
    'update assets set stopped = $2 where id = $1 and stopped is distinct from $2 returning id',
    [id, why],
  );
  return rows.length > 0;
}

/** Returns the symbols of all networks and cryptocurrencies ever configured here, including former ones. */
export async function listSymbols(db: Queryable): Promise<{ networks: string[]; cryptocurrencies: string[] }> {
  const rows = await db.query<{ symbol: string; is_network: boolean }>(
    `select symbol, true as is_network from networks union select symbol, false from cryptocurrencies
     union select symbol, asset_id is null from former_symbols`,
  );
  const symbols = (isNetwork: boolean) => rows.filter((row) => row.is_network === isNetwork).map((row) => row.symbol);
  return { networks: symbols(true), cryptocurrencies: symbols(false) };
}

/**
 * Returns the ids of the assets with this cryptocurrency and network. Null matches any. A former symbol counts unless
 * another network, or another coin of the network, has it now.
 */
export async function listAssetsNamed(
  db: Queryable,
  cryptocurrency: string | null,
  network: string | null,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select a.id from assets a join networks n on n.id = a.network_id
     join cryptocurrencies c on c.id = a.cryptocurrency_id
     where ($1::text is null or c.symbol = $1 or
         exists (select from former_symbols f where f.asset_id = a.id and f.symbol = $1)
         and not exists (select from assets other join cryptocurrencies o on o.id = other.cryptocurrency_id
           where other.network_id = a.network_id and o.symbol = $1))
       and ($2::text is null or n.symbol = $2 or
         exists (select from former_symbols f where f.network_id = n.id and f.asset_id is null and f.symbol = $2)
         and not exists (select from networks other where other.symbol = $2))`,
    [cryptocurrency, network],
  );
  return rows.map(({ id }) => id);
}

/** Returns all assets ever configured here, by the symbols of coin and network. */
export function listAssetNames(db: Queryable): Promise<{ id: string; cryptocurrency: string; network: string }[]> {
  return db.query(
    `select a.id, c.symbol as cryptocurrency, n.symbol as network from assets a
     join networks n on n.id = a.network_id join cryptocurrencies c on c.id = a.cryptocurrency_id`,
  );
}
