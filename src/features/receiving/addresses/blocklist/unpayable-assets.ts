// Which assets an app takes and cannot be paid in, since their issuers have blocked all of its addresses.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { listUnpayable } from '../../../known/networks/blocklist-store.ts';

/** Their ids. Where nothing is blocked at all, as almost always, the database is not asked. */
export async function unpayableAssets(
  { catalog }: Pick<Instance, 'catalog'>,
  db: Queryable,
  appId: string,
): Promise<ReadonlySet<string>> {
  const isAnyBlocked = catalog.assets.some((asset) => asset.blockedAddresses.size > 0);
  return isAnyBlocked ? listUnpayable(db, appId) : new Set();
}
