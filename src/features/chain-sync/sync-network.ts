// One tick of reading a network: asks the chain for what comes after the cursor, reverts what a reorg removed, and
// records.
import { standing } from '../../core/payment/chain-cursor.ts';
import type { BlockHeader } from '../../core/payment/transfer.ts';
import { listBlocks } from '../networks/block-store.ts';
import { takeLease } from '../networks/cursor-store.ts';
import { readBlocks } from './blocks/read-blocks.ts';
import { revertBlocks } from './blocks/revert-blocks.ts';
import { settleBlock } from './blocks/settle-block.ts';
import { recordHeadWhenDue } from './record-status.ts';
import { startNetwork } from './start-network.ts';
import type { SyncContext, Tick } from './sync-session.ts';

/** Throws ChainFault or DatabaseAway with nothing half done; the next tick goes on where this one ended. */
export async function syncNetwork(sync: SyncContext, signal: AbortSignal): Promise<Tick> {
  const { network, chain, owner, watched, clockLag } = sync.session;
  const cursor = await takeLease(sync.instance.db, network.id, owner);
  if (cursor === null) return 'elsewhere';
  if (cursor.halted !== null) return 'halted';
  const head = await chain.head();
  clockLag.note(head, sync.instance.clock.now().getTime() / 1000);
  // After the head is known: whoever could pay in a block up to it was shown an address before it.
  await watched.refresh();
  if (cursor.block === null) return startNetwork(sync, cursor, head);
  switch (standing(cursor.block, head, await keptHashAt(sync, cursor.block.number, head)).kind) {
    case 'diverged':
      return revertBlocks(sync, head);
    case 'behind':
      return readBlocks(sync, { cursor, head }, signal);
    case 'current':
      await recordHeadWhenDue(sync, head);
      await settleBlock(sync, cursor.block, signal);
      return 'current';
  }
}

/** The hash kept for the head's height; null where the head is above the cursor, or below all that is kept. */
async function keptHashAt(
  { instance, session }: SyncContext,
  cursor: number,
  head: BlockHeader,
): Promise<string | null> {
  if (head.number >= cursor) return null;
  const kept = await listBlocks(instance.db, session.network.id);
  return kept.find((block) => block.number === head.number)?.hash ?? null;
}
