// A claimed chain transaction that moves a token which the catalog does not have: kept in the invoice's history.
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { insertSteps, listUnlistedHashes } from '../../money/ledger/credit-store.ts';

/** Anybody can make such tokens, so an invoice takes no more claims of them. */
const mostUnlisted = 10;

export interface UnlistedPayment {
  readonly network: Network;
  readonly hash: string;
  /** Canonical. */
  readonly contract: string;
}

/** Once for a hash. False where the invoice has as many as it may have. */
export async function keepUnlisted(
  trx: Queryable,
  { newId, clock }: Pick<Instance, 'newId' | 'clock'>,
  invoiceId: string,
  { network, hash, contract }: UnlistedPayment,
): Promise<boolean> {
  const kept = await listUnlistedHashes(trx, invoiceId);
  if (kept.includes(hash)) return true;
  if (kept.length >= mostUnlisted) return false;
  const details = { hash, contract, network_id: network.id };
  // About no attempt of its own: the coin of one would be read as the coin that came.
  const step = { id: newId(), invoiceId, transactionId: null, details, createdAt: clock.now() };
  await insertSteps(trx, [{ ...step, kind: 'payment_unlisted' }]);
  return true;
}
