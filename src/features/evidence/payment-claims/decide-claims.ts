// Decides claimed payments after the time for other claims has ended. A payment that fits several quotes then belongs
// to the only one with a claim.
import { claimContestMillis } from '../../../core/payment/evidence/claims.ts';
import type { Instance } from '../../instance.ts';
import { holdCursor } from '../../known/networks/cursor-store.ts';
import { everyMillis, type RecurringTask } from '../../known/schedule/task-kinds.ts';
import { listClaimsToDecide, type PaidHash } from '../../money/payments/matching/claim-store.ts';
import { lateMillis } from '../../money/payments/matching/gather-evidence.ts';
import { receiveTransfers } from '../../money/payments/receive-transfers.ts';

const batch = 50;

/** Runs every 5 seconds. */
export function claimTask(instance: Instance): RecurringTask {
  return {
    kind: 'claims',
    ...everyMillis(5_000),
    async run() {
      await decideDueClaims(instance);
    },
  };
}

/** Decides each payment in its own commit. Returns their number. */
export async function decideDueClaims(instance: Instance): Promise<number> {
  const now = instance.clock.now();
  const since = new Date(now.getTime() - lateMillis);
  const due = await listClaimsToDecide(instance.db, { now, since, contestMillis: claimContestMillis, limit: batch });
  for (const claimed of due) await decideAgain(instance, claimed);
  return due.length;
}

async function decideAgain(instance: Instance, { networkId, txHash, recipient }: PaidHash): Promise<void> {
  const network = instance.catalog.networks.find(({ id }) => id === networkId);
  if (network === undefined) return;
  await instance.db.atomically(async (trx) => {
    const height = (await holdCursor(trx, networkId)) ?? 0;
    const only = { txHash, recipient, isClaimed: true };
    await receiveTransfers({ trx, instance }, { network, height, found: [], only });
  });
}
