// Moves the cursor of a network over the blocks in which nobody could be paid, since no app had an address on it.
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { type Cursor, lockCursor } from '../../networks/cursor-store.ts';
import { skipCursor } from '../../networks/sweep-store.ts';
import { firstWatchedAt } from '../../networks/watched-store.ts';
import { blockBefore, clockMarginSeconds } from '../start-network.ts';
import type { SyncContext } from '../sync-session.ts';

/**
 * To a block that is safely before the first address was shown, or to the head while none was. Null where another
 * process has the network by now. Throws ChainFault.
 */
export async function passRested(sync: SyncContext, cursor: Cursor, head: BlockHeader): Promise<Cursor | null> {
  const { instance, session } = sync;
  const { network, chain, owner } = session;
  const from = cursor.block?.number ?? -1;
  const shownAt = await firstWatchedAt(instance.db, network.id);
  const to = shownAt === null ? head : await blockBefore(chain, head, shownAt.getTime() / 1000 - clockMarginSeconds);
  if (to.number <= from) return cursor;
  return instance.db.atomically(async (trx) => {
    const now = await lockCursor(trx, network.id, owner);
    if (now === null || now.block?.hash !== cursor.block?.hash) return null;
    const keepFrom = to.number - network.reorgDepth + 1;
    await skipCursor(trx, network.id, { from, to, headNumber: head.number, keepFrom, chainTime: null });
    return lockCursor(trx, network.id, owner);
  });
}
