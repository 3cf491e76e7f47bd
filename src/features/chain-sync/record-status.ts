// Records now and then how far the chain is, what the network calls final, and how internal transfers are seen.
import type { BlockHeader } from '../../core/payment/transfer.ts';
import { recordHead, recordStatus } from '../networks/status-store.ts';
import type { SyncContext } from './sync-session.ts';

const unknownMillis = 1_000;

export async function recordHeadWhenDue({ instance, session }: SyncContext, head: BlockHeader): Promise<void> {
  const { network, status } = session;
  if (!status.head.isDue) return;
  status.head.restart();
  await recordHead(instance.db, network.id, head.number);
}

/** What is final is recorded so that it is noticed where that stops to move. */
export async function recordStatusWhenDue({ instance, session }: SyncContext): Promise<void> {
  const { network, chain, status } = session;
  if (!status.status.isDue) return;
  const internalTransfers = chain.internalTransfers?.();
  // Whether they are seen is being found out: the answer is awaited for less than the usual time.
  status.status.restart(internalTransfers === null ? unknownMillis : undefined);
  const isTagged = network.finality === null || 'tag' in network.finality;
  const finalNumber = isTagged ? await chain.finalized() : null;
  await recordStatus(instance.db, network.id, { finalNumber, internalTransfers: internalTransfers ?? null });
}
