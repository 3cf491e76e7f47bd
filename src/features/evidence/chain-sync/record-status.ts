// Records the state of the chain at intervals: the head, the final block, how internal transfers are seen, and the
// fees.
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { type Chain, ChainFault } from '../../../io/chains/chain.ts';
import { isBudgetUsed, urgentFrom } from '../../../io/chains/endpoint-health.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { recordHead, recordStatus, recordTransferFees } from '../../known/networks/status-store.ts';
import type { SyncContext } from './sync-session.ts';

const unknownMillis = 1_000;

export async function recordHeadWhenDue({ instance, session }: SyncContext, head: BlockHeader): Promise<void> {
  const { network, status } = session;
  if (!status.head.isDue) return;
  status.head.restart();
  await recordHead(instance.db, network.id, head.number);
}

/** The final block is recorded so that a stall of finality is noticed. */
export async function recordStatusWhenDue(sync: SyncContext): Promise<void> {
  const { status, newest } = sync.session;
  const mayStall = newest !== null && newest.time >= status.stallsFrom && status.stalling.isDue;
  if (status.status.isDue || mayStall) await recordStatusNow(sync);
}

/** Records the status without waiting for its interval. */
export async function recordStatusNow({ instance, session }: SyncContext): Promise<void> {
  const { network, chain, status, newest } = session;
  const { finality } = network;
  const internalTransfers = chain.internalTransfers?.();
  // While it is not known whether internal transfers are seen, the next check comes sooner.
  status.status.restart(internalTransfers === null ? unknownMillis : undefined);
  status.stalling.restart();
  const isTagged = finality === null || 'tag' in finality;
  const finalNumber = isTagged ? await chain.finalized() : null;
  const seen = { finalNumber, internalTransfers: internalTransfers ?? null };
  const age = await recordStatus(instance.db, network.id, seen);
  if (age === null || newest === null || finality === null || !('tag' in finality)) return;
  status.stallsFrom = newest.time - age + finality.stalledAfterSeconds / 2;
}

/** Fees must not delay payments: if no endpoint reports them, they are requested at the next interval. */
export async function recordFeesWhenDue({ instance, session }: SyncContext): Promise<void> {
  const { network, chain, fees } = session;
  if (!fees.isDue || chain.transferFees === undefined || isBudgetUsed(chain.endpoints, urgentFrom)) return;
  fees.restart();
  try {
    const transferFees = await chain.transferFees();
    if (transferFees !== null) await recordTransferFees(instance.db, network.id, transferFees);
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error;
    instance.log.debug({ network: network.symbol, err: error }, 'the fees are not available now');
  }
}

/**
 * `height` is the scanned height. If the rule is a tag, the endpoint is asked for the block. If the endpoint does not
 * know the tag, blocks deeper than the reorg depth count as final. Throws ChainFault.
 */
export async function finalBlock(network: Network, chain: Pick<Chain, 'finalized'>, height: number): Promise<number> {
  const { finality, reorgDepth } = network;
  if (finality !== null && 'depth' in finality) return height - finality.depth + 1;
  return (await chain.finalized()) ?? height - reorgDepth;
}
