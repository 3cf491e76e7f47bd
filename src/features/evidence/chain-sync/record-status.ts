// Records now and then how far the chain is, what the network calls final, how internal transfers are seen, and what
// sending costs.
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { ChainFault } from '../../../io/chains/chain.ts';
import { isBudgetUsed, urgentFrom } from '../../../io/chains/endpoint-health.ts';
import { recordHead, recordStatus, recordTransferFees } from '../../known/networks/status-store.ts';
import type { SyncContext } from './sync-session.ts';

const unknownMillis = 1_000;

export async function recordHeadWhenDue({ instance, session }: SyncContext, head: BlockHeader): Promise<void> {
  const { network, status } = session;
  if (!status.head.isDue) return;
  status.head.restart();
  await recordHead(instance.db, network.id, head.number);
}

/** What is final is recorded so that it is noticed where that stops to move. */
export async function recordStatusWhenDue(sync: SyncContext): Promise<void> {
  const { status, newest } = sync.session;
  const mayStall = newest !== null && newest.time >= status.stallsFrom && status.stalling.isDue;
  if (status.status.isDue || mayStall) await recordStatusNow(sync);
}

/** The same whether it is due or not. */
export async function recordStatusNow({ instance, session }: SyncContext): Promise<void> {
  const { network, chain, status, newest } = session;
  const { finality } = network;
  const internalTransfers = chain.internalTransfers?.();
  // Whether they are seen is being found out: the answer is awaited for less than the usual time.
  status.status.restart(internalTransfers === null ? unknownMillis : undefined);
  status.stalling.restart();
  const isTagged = finality === null || 'tag' in finality;
  const finalNumber = isTagged ? await chain.finalized() : null;
  const seen = { finalNumber, internalTransfers: internalTransfers ?? null };
  const age = await recordStatus(instance.db, network.id, seen);
  if (age === null || newest === null || finality === null || !('tag' in finality)) return;
  status.stallsFrom = newest.time - age + finality.stalledAfterSeconds / 2;
}

/** It is no reason to hold up payments: where nobody tells it, it is asked for the next time. */
export async function recordFeesWhenDue({ instance, session }: SyncContext): Promise<void> {
  const { network, chain, fees } = session;
  if (!fees.isDue || chain.transferFees === undefined || isBudgetUsed(chain.endpoints, urgentFrom)) return;
  fees.restart();
  try {
    const told = await chain.transferFees();
    if (told !== null) await recordTransferFees(instance.db, network.id, told);
  } catch (error) {
    if (!(error instanceof ChainFault)) throw error;
    instance.log.debug({ network: network.symbol, err: error }, 'what sending costs cannot be asked right now');
  }
}
