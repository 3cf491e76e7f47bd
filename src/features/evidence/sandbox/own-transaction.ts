// Finds the transaction of a sandbox operation, and checks that it may be simulated.
import type { Caller } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { isUuid } from '../../../io/http/schemas.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import { findTransaction, type WithHeight } from '../../money/ledger/transaction-store.ts';
import { ownAppOrNull } from '../../people/apps/own-app.ts';

export interface SandboxTransaction extends WithHeight {
  readonly asset: Asset;
}

/** Throws Problem if the caller has no such transaction, or if its app is a production app. */
export async function ownSandboxTransaction(
  trx: Queryable,
  instance: Pick<Instance, 'catalog'>,
  { id, caller }: { readonly id: string; readonly caller: Caller },
): Promise<SandboxTransaction> {
  const found = isUuid(id) ? await findTransaction(trx, id) : null;
  const app = found === null ? null : await ownAppOrNull(trx, found.transaction.appId, caller);
  const asset = found === null ? null : instance.catalog.assetById(found.transaction.assetId);
  if (found === null || app === null || asset === null) throw new Problem('not_found');
  if (app.environment !== 'development') throw new Problem('development_only');
  return { ...found, asset };
}

/** Throws Problem if the service does not make the blocks of the asset's network. */
export function requireTestChain({ network }: Asset): void {
  if (network.hasTestChain) return;
  const detail = `The service makes no blocks of ${network.name}: only transactions on the network test can do this.`;
  throw new Problem('simulation_refused', { detail });
}
