// Writes the configured networks and coins to the database, checks them against the existing rows, and builds the
// catalog.
import type { NetworkEntry } from '../../../core/config/network-entry.ts';
import type { Database } from '../../../io/db/database.ts';
import { type Catalog, createCatalog } from './catalog.ts';
import { listAliases, lockCatalog } from './loading/catalog-row-store.ts';
import { loadAssets } from './loading/load-assets.ts';
import { loadNetworks } from './loading/load-networks.ts';
import type { LoadParams } from './loading/load-params.ts';

/**
 * Any number of processes may load at once. Renamed networks and coins keep their rows, and their former symbols become
 * aliases. Throws StartFault if the configuration contradicts the database about a network's chain or an asset's
 * decimals.
 */
export function loadCatalog(db: Database, entries: readonly NetworkEntry[], params: LoadParams): Promise<Catalog> {
  return db.atomically(async (trx) => {
    await lockCatalog(trx);
    const networks = await loadNetworks(trx, entries, params);
    const { configured, gone } = await loadAssets(trx, entries, networks, params);
    return createCatalog({
      assets: configured,
      goneAssets: gone,
      goneNetworks: [...networks.gone.values()],
      formerSymbols: await listAliases(trx),
    });
  });
}
