// Takes back the payments and outgoing transfers that were recorded in blocks that left the chain.
import type { Queryable } from '../../../../io/db/database.ts';
import type { Instance } from '../../../instance.ts';
import { type Divergence, revertTo } from '../../../money/payments/revert.ts';
import { revertOutgoing } from '../../outgoing/observe-transfers.ts';

/** In the commit of a caller who has locked the cursor. Expectations are locked before invoices. */
export async function revertRecorded(trx: Queryable, instance: Instance, divergence: Divergence): Promise<void> {
  const { network, fork } = divergence;
  await revertOutgoing(trx, instance, { networkId: network.id, block: fork.number });
  await revertTo(trx, instance, divergence);
}
