// Writes the configured networks and coins to the database, checks them against the existing rows, and builds the
// catalog.
import type { NetworkEntry } from '../../../core/config/network-entry.ts';
import { openTestChain } from '../../../io/chains/test-chain/test-chain.ts';
import type { Database, Queryable } from '../../../io/db/database.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { listAliases, listNetworks, lockCatalog } from './loading/catalog-row-store.ts';
import { loadAssets } from './loading/load-assets.ts';
import { loadNetworks } from './loading/load-networks.ts';
import type { LoadParams } from './loading/load-params.ts';

/**
 * Any number of processes may load at once. Renamed networks and coins keep their rows, and their former symbols become
 * aliases. Throws StartFault if the configuration contradicts the database about a network's chain or an asset's
 * decimals.
 */
export function loadCatalog(db: Database, entries: readonly NetworkEntry[], params: LoadParams): Promise<Catalog> {
  const loading = { ...params, testChain: () => openTestChain(db) };
  return db.atomically(async (trx) => {
    await lockCatalog(trx);
    const usable = await withoutTakenName(trx, entries);
    const networks = await loadNetworks(trx, usable, loading);
    const { configured, gone } = await loadAssets(trx, usable, networks, loading);
    return createCatalog({
      assets: configured,
      goneAssets: gone,
      goneNetworks: [...networks.gone.values()],
      formerSymbols: await listAliases(trx),
    });
  });
}

/**
 * Leaves the network with a test chain out if the database has another network of its name. Past payments refer to that
 * one.
 */
async function withoutTakenName(trx: Queryable, entries: readonly NetworkEntry[]): Promise<readonly NetworkEntry[]> {
  const stored = await listNetworks(trx);
  const isTaken = ({ symbol, params, hasTestChain }: NetworkEntry) =>
    hasTestChain === true && stored.some((one) => one.symbol === symbol && one.params !== params);
  return entries.filter((entry) => !isTaken(entry));
}
