// Finds accepted assets that an app cannot be paid in because their issuers have blocked all of its addresses.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { listUnpayable } from '../../../known/networks/blocklist-store.ts';

/**
 * Returns the ids of the assets. If nothing is blocked at all, which is the usual case, the database is not queried.
 */
export async function unpayableAssets(
  { catalog }: Pick<Instance, 'catalog'>,
  db: Queryable,
  appId: string,
): Promise<ReadonlySet<string>> {
  const isAnyBlocked = catalog.assets.some((asset) => asset.blockedAddresses.size > 0);
  return isAnyBlocked ? listUnpayable(db, appId) : new Set();
}
