// Moves the cursor of a network over blocks that need not be read: they contain no transfer to a watched address, or no
// address was shown yet.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { type Cursor, lockCursor } from '../../../known/networks/cursor-store.ts';
import { recordBalances, skipCursor } from '../../../known/networks/sweep-store.ts';
import { requireShared } from '../quorum/compare-headers.ts';
import { blockBefore, clockMarginSeconds, firstSoughtAt } from '../start-network.ts';
import type { SyncContext } from '../sync-session.ts';

export interface Skip {
  readonly to: BlockHeader;
  readonly head: BlockHeader;
  /** The chain's median time at the head, in Unix seconds; null if it is not needed or if `to` is below the head. */
  readonly chainTime: number | null;
  /** Native balances at `to` in smallest units, by address, for the next look; null if they were not read. */
  readonly balances: ReadonlyMap<string, bigint> | null;
}

/**
 * Returns the cursor at that block, or unchanged if it is further. Returns null if another process has taken over the
 * network.
 */
export function skipTo(
  { instance, session }: SyncContext,
  cursor: Cursor,
  { to, head, chainTime, balances }: Skip,
): Promise<Cursor | null> {
  const { network, owner } = session;
  const from = cursor.block?.number ?? -1;
  return instance.db.atomically(async (trx) => {
    const now = await lockCursor(trx, network.id, owner);
    if (now === null || now.block?.hash !== cursor.block?.hash) return null;
    const keepFrom = to.number - network.reorgDepth + 1;
    if (to.number > from) await skipCursor(trx, network.id, { from, to, headNumber: head.number, keepFrom, chainTime });
    if (balances !== null) await recordBalances(trx, network.id, balances);
    return to.number > from ? lockCursor(trx, network.id, owner) : cursor;
  });
}

/**
 * Moves the cursor to a block safely before the first address was shown, or to the head if no app has an address.
 * Returns null if another process has taken over the network. Throws ChainFault.
 */
export async function passRested(sync: SyncContext, cursor: Cursor, head: BlockHeader): Promise<Cursor | null> {
  const { chain } = sync.session;
  const since = await firstSoughtAt(sync);
  const to = since === null ? head : await blockBefore(chain, head, since.getTime() / 1000 - clockMarginSeconds);
  if (to.number <= (cursor.block?.number ?? -1)) return cursor;
  await requireShared(sync, to, { isNewest: since === null });
  return skipTo(sync, cursor, { to, head, chainTime: null, balances: null });
}
