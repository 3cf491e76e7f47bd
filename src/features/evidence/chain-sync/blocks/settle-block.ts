// What a block brings besides its transfers: confirmations, the end of what is overdue, and a look at all that blocks
// do not show.
import { finalBlock } from '../../../known/networks/final-block.ts';
import { acceptQuiet, confirmTransactions } from '../../../money/payments/confirm.ts';
import { expireInvoices, expireTransactions } from '../../../money/payments/expire.ts';
import { endForgotten } from '../../../money/payments/unconfirmed/record-unconfirmed.ts';
import { isLookingStill, probeBalances } from '../balance-probe/probe-balances.ts';
import { scanMempool } from '../mempool/scan-mempool.ts';
import { admitAttested } from '../quorum/attest-payments.ts';
import { recordStatusWhenDue } from '../record-status.ts';
import type { BlockReached, SyncContext } from '../sync-session.ts';
import { checkTokensWhenDue } from '../token-checks/check-tokens-when-due.ts';

/**
 * Confirms and expires, once a block. The mempool and balances are looked at first, so that nothing ends that was paid
 * while nobody looked.
 */
export async function settleBlock(sync: SyncContext, block: BlockReached, signal: AbortSignal): Promise<void> {
  const { instance, session } = sync;
  await recordStatusWhenDue(sync);
  await checkTokensWhenDue(sync);
  await scanMempool(sync, block, signal);
  if (session.chain.mempool !== undefined) await acceptQuiet(instance, session.network);
  await probeBalances(sync, block, signal);
  const { settled } = session;
  // Without a block as well, now and then: what ends waits for our clock, too.
  if (settled.blockHash === block.hash && !settled.pace.isDue) return;
  settled.pace.restart();
  await confirmReached(sync, block.number);
  if (isLookingStill(session, block)) return;
  const chainTime = new Date(block.time * 1000);
  await expireTransactions(instance, session.network, chainTime);
  // Only after a look that found nothing of it, since the node may know it again.
  if (session.mempool.failures === 0) await endForgotten(instance, session.network, chainTime);
  await expireInvoices(instance);
  settled.blockHash = block.hash;
}

/** Confirms what has its confirmations, the network being read up to this height. */
export async function confirmReached(sync: SyncContext, height: number): Promise<void> {
  const { instance, session } = sync;
  await confirmTransactions(instance, {
    network: session.network,
    height,
    finalized: () => finalBlock(session.network, session.chain, height),
    admit: (due) => admitAttested(sync, due, height),
  });
}
