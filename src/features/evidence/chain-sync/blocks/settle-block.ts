// Does the work of a block besides its transfers: confirmations, expiry, mempool and balances.
import { acceptQuiet, confirmTransactions } from '../../../money/payments/confirm.ts';
import { expireInvoices, expireTransactions } from '../../../money/payments/expire.ts';
import { endForgotten } from '../../../money/payments/unconfirmed/record-unconfirmed.ts';
import { isStillChecking, probeBalances } from '../balance-probe/probe-balances.ts';
import { scanMempool } from '../mempool/scan-mempool.ts';
import { admitAttested, admitOutgoing } from '../quorum/attest-payments.ts';
import { finalBlock, recordStatusWhenDue } from '../record-status.ts';
import type { BlockReached, SyncContext } from '../sync-session.ts';
import { checkTokensWhenDue } from '../token-checks/check-tokens-when-due.ts';

/**
 * Confirms and expires, once per block. Scans the mempool and the balances first, so that a payment does not expire
 * only because it was not looked for.
 */
export async function settleBlock(sync: SyncContext, block: BlockReached, signal: AbortSignal): Promise<void> {
  const { instance, session } = sync;
  await recordStatusWhenDue(sync);
  await checkTokensWhenDue(sync);
  await scanMempool(sync, block, signal);
  if (session.chain.mempool !== undefined) await acceptQuiet(instance, session.network);
  await probeBalances(sync, block, signal);
  const { settled } = session;
  // Also runs from time to time without a new block, because expiry depends on the service's clock too.
  if (settled.blockHash === block.hash && !settled.pace.isDue) return;
  settled.pace.restart();
  await confirmReached(sync, block.number);
  if (isStillChecking(session, block)) return;
  const chainTime = new Date(block.time * 1000);
  await expireTransactions(instance, session.network, chainTime);
  // Requires a successful scan of the mempool, because the node may know the payment again.
  if (session.mempool.failures === 0) await endForgotten(instance, session.network, chainTime);
  await expireInvoices(instance);
  settled.blockHash = block.hash;
}

/** Confirms payments and outgoing transfers, given that the network was read up to this height. */
export async function confirmReached(sync: SyncContext, height: number): Promise<void> {
  const { instance, session } = sync;
  await confirmTransactions(instance, {
    network: session.network,
    height,
    finalized: () => finalBlock(session.network, session.chain, height),
    admit: (due) => admitAttested(sync, due, height),
  });
  if (!session.watched.destinations.isExpecting(session.network.id)) return;
  await session.outgoing.confirm(instance, session.network.id, height, {
    finalized: () => finalBlock(session.network, session.chain, height),
    admit: (transfers) => admitOutgoing(sync, transfers, height),
  });
}
