// One tick of reading a network: reverts blocks that a reorg removed, then reads and records the blocks after the
// cursor.
import { standing } from '../../../core/payment/chain-cursor.ts';
import { isNextExpected, type SyncPace } from '../../../core/payment/sync-pace.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { isBudgetUsed } from '../../../io/chains/endpoint-health.ts';
import { listBlocks } from '../../known/networks/block-store.ts';
import { type Cursor, takeLease } from '../../known/networks/cursor-store.ts';
import { readBlocks } from './blocks/read-blocks.ts';
import { revertBlocks } from './blocks/revert-blocks.ts';
import { settleBlock } from './blocks/settle-block.ts';
import { recordFeesWhenDue, recordHeadWhenDue } from './record-status.ts';
import { resumeByItself, startNetwork } from './start-network.ts';
import { isTooEarly, recordLook, takePace } from './sweep/choose-pace.ts';
import { passRested } from './sweep/skip-blocks.ts';
import { lookAtNetwork } from './sweep/sweep-network.ts';
import type { SyncContext, Tick } from './sync-session.ts';

/**
 * Throws ChainFault or DatabaseAway. Each step is committed as a whole, and the next tick continues from the last one.
 */
export async function syncNetwork(sync: SyncContext, signal: AbortSignal): Promise<Tick> {
  const { instance, session } = sync;
  const cursor = await takeLease(instance.db, session.network.id, session.owner);
  if (cursor === null) return 'elsewhere';
  if (cursor.halted !== null) return resumeByItself(sync, cursor);
  const pace = await takePace(sync);
  if (isTooEarly(sync, pace)) return 'idle';
  // Without an awaited payment, the rest of the request budget is saved for later payments.
  if (pace.kind !== 'follow' && isBudgetUsed(session.chain.endpoints, 1)) return 'idle';
  if (isTimeNeeded(pace)) await session.chain.mine?.(instance.clock.now());
  const head = await newestBlock(sync, cursor, pace);
  session.newest = head;
  session.clockLag.note(head, instance.clock.now().getTime() / 1000);
  const tick = pace.kind === 'rest' ? 'current' : await readOn(sync, { cursor, head, pace }, signal);
  if (tick !== 'current') return tick;
  await recordHeadWhenDue(sync, head);
  await recordFeesWhenDue(sync);
  await recordLook(sync, pace);
  return pace.kind === 'follow' ? 'current' : 'idle';
}

/** Whether something waits for the next block: a payment, or an invoice that expires by the chain's time. */
function isTimeNeeded(pace: SyncPace): boolean {
  return pace.kind === 'follow' || (pace.kind === 'sweep' && pace.isTimeAsked);
}

/**
 * Returns the head. On networks with slots, requesting the next block by number costs half as much, if all earlier
 * blocks were read. If that block does not follow the newest block read, requests the head.
 */
async function newestBlock({ instance, session }: SyncContext, cursor: Cursor, pace: SyncPace): Promise<BlockHeader> {
  const { chain, network, newest } = session;
  const isRead = newest !== null && newest.hash === cursor.block?.hash && pace.kind === 'follow';
  if (!isRead || chain.next === undefined) return chain.head();
  if (!isNextExpected(newest.time, network.slots, instance.clock.now().getTime())) return chain.head();
  const next = await chain.next(newest.number + 1);
  if (next === null) return newest;
  return next.parentHash === newest.hash ? next : chain.head();
}

interface Step {
  readonly cursor: Cursor;
  readonly head: BlockHeader;
  readonly pace: SyncPace;
}

async function readOn(sync: SyncContext, { cursor, head, pace }: Step, signal: AbortSignal): Promise<Tick> {
  // Refreshed after the head is known: any address that can be paid in a block up to the head was shown before it.
  await sync.session.watched.refresh();
  if (cursor.block === null) return startNetwork(sync, cursor, head);
  const passed = cursor.isResting ? await passRested(sync, cursor, head) : cursor;
  if (passed?.block == null) return 'elsewhere';
  const place = { cursor: passed, head };
  switch (standing(passed.block, head, await keptHashAt(sync, passed.block.number, head)).kind) {
    case 'diverged':
      return revertBlocks(sync, head);
    case 'behind':
      if (isSwept(sync, passed, pace))
        return lookAtNetwork(sync, { ...place, isTimeAsked: pace.kind === 'sweep' && pace.isTimeAsked }, signal);
      return readBlocks(sync, place, signal);
    case 'current':
      if (pace.kind === 'follow') await settleBlock(sync, passed.block, signal);
      return 'current';
  }
}

/**
 * Blocks from a time without open payments are searched as a whole, even if a customer waits now. With an expected
 * outgoing transfer each block is read: the recipient may pass the coins on, so balances may not show it.
 */
function isSwept({ session }: SyncContext, { isSwept: wasSwept }: Cursor, pace: SyncPace): boolean {
  if (pace.kind === 'sweep') return true;
  const isExpecting = session.watched.destinations.isExpecting(session.network.id);
  return wasSwept && session.sweep.lastPace !== 'follow' && !isExpecting;
}

/**
 * Returns the stored hash at the height of the head; null if the head is above the cursor or below the oldest kept
 * block.
 */
async function keptHashAt(
  { instance, session }: SyncContext,
  cursor: number,
  head: BlockHeader,
): Promise<string | null> {
  if (head.number >= cursor) return null;
  const kept = await listBlocks(instance.db, session.network.id);
  return kept.find((block) => block.number === head.number)?.hash ?? null;
}
