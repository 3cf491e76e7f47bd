// Reads the blocks that follow the cursor, and records them some at a time.
import type { BlockHeader, ScannedBlock } from '../../../core/payment/transfer.ts';
import { every } from '../../../io/every.ts';
import { type Cursor, takeLease } from '../../networks/cursor-store.ts';
import { checkpointAwaited } from '../balance-probe/balance-checkpoints.ts';
import type { SyncContext, Tick } from '../sync-session.ts';
import { withSentCounts } from './count-sent.ts';
import { recordBlocks } from './record-blocks.ts';
import { revertBlocks } from './revert-blocks.ts';
import { confirmReached, settleBlock } from './settle-block.ts';

/** Blocks in one commit, and in one tick, while catching up. */
const commitBlocks = 64;
const tickBlocks = 2_000;
/** A slow endpoint must not keep what it already gave from being recorded, nor the lease from being renewed. */
const commitMillis = 2_000;

interface Place {
  readonly cursor: Cursor;
  readonly head: BlockHeader;
}

/** Up to the head, or as far as one tick goes. */
export async function readBlocks(sync: SyncContext, { cursor: from, head }: Place, signal: AbortSignal): Promise<Tick> {
  const { chain, watched } = sync.session;
  const first = (from.block?.number ?? -1) + 1;
  // Before more is read, so that what came while nobody read is looked for from where that began.
  await checkpointAwaited(sync);
  let cursor = from;
  let batch: ScannedBlock[] = [];
  const pace = every(commitMillis);
  pace.restart();
  const commit = async (): Promise<boolean> => {
    const next = await commitBatch(sync, { cursor, head }, batch);
    if (next !== null) cursor = next;
    batch = [];
    pace.restart();
    return next !== null;
  };
  for await (const block of chain.scan(first, Math.min(head.number, first + tickBlocks - 1), watched.set, signal)) {
    if (batch.length === 0 && block.header.parentHash !== cursor.block?.hash) return revertBlocks(sync, head);
    batch.push(block);
    if ((batch.length >= commitBlocks || pace.isDue) && !(await commit())) return 'elsewhere';
  }
  if (!(await commit())) return 'elsewhere';
  if (cursor.block !== null) await settleBlock(sync, cursor.block, signal);
  const isDone = (cursor.block?.number ?? -1) >= head.number;
  return isDone || signal.aborted ? 'current' : 'more';
}

/** The cursor after these blocks; null where another process has the network by now. */
async function commitBatch(
  sync: SyncContext,
  { cursor, head }: Place,
  blocks: readonly ScannedBlock[],
): Promise<Cursor | null> {
  const { network, owner } = sync.session;
  const end = blocks.at(-1)?.header;
  if (end === undefined) return cursor;
  const known = await withSentCounts(sync, blocks);
  if (!(await recordBlocks(sync, { cursor, blocks: known, headNumber: head.number }))) return null;
  await confirmReached(sync, end.number);
  if ((await takeLease(sync.instance.db, network.id, owner)) === null) return null;
  // Blocks may be dated before their parents; deadlines are compared with a clock that never goes back.
  return { ...cursor, block: { ...end, time: Math.max(end.time, cursor.block?.time ?? 0) } };
}
