// Records in the invoice's history a claimed chain transaction that moves a token outside the catalog.
import type { Queryable } from '../../../io/db/database.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { insertSteps, listUnlistedHashes } from '../../money/ledger/credit-store.ts';

/** The limit for an invoice. Anyone can create such tokens. */
const mostUnlisted = 10;

export interface UnlistedPayment {
  readonly network: Network;
  readonly hash: string;
  /** Canonical. */
  readonly contract: string;
}

/** Records each hash once. Returns false if the invoice has reached its limit. */
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
  // The step names no attempt, because the attempt's coin would be shown as the received coin.
  const step = { id: newId(), invoiceId, transactionId: null, details, createdAt: clock.now() };
  await insertSteps(trx, [{ ...step, kind: 'payment_unlisted' }]);
  return true;
}
