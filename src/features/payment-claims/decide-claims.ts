// Decides on claimed payments once the time for other claims is over: a payment that fits several quotes then belongs
// to the only one that claimed it.
import { claimContestMillis } from '../../core/payment/evidence/claims.ts';
import type { Instance } from '../instance.ts';
import { holdCursor } from '../networks/cursor-store.ts';
import { listClaimsToDecide, type PaidHash } from '../payments/matching/claim-store.ts';
import { lateMillis } from '../payments/matching/gather-evidence.ts';
import { receiveTransfers } from '../payments/receive-transfers.ts';

const everyMillis = 5_000;
const batch = 50;

/** Looks now, and then every 5 seconds. `stop` waits for the look that is under way. */
export function decideClaims(instance: Instance): { stop(): Promise<void> } {
  const look = () =>
    decideDueClaims(instance).catch((error: unknown) =>
      instance.log.warn({ err: error }, 'could not decide on claimed payments'),
    );
  let running: Promise<unknown> = look();
  const timer = setInterval(() => {
    running = running.then(look);
  }, everyMillis).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Each payment in a commit of its own. Returns how many were decided on. */
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
    await receiveTransfers(trx, instance, { network, height, found: [], only });
  });
}
