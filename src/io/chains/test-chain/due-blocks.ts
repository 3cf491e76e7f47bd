// Decides which blocks of the test chain are due, and which ones replace others in a reorg.
import { medianBlocks } from '../../../core/payment/chain-cursor.ts';
import type { BlockHeader } from '../../../core/payment/transfer.ts';

/** The parent of the first block. It has no row. */
export const genesis: BlockHeader = {
  number: 0,
  hash: `0x7e57${'0'.repeat(60)}`,
  parentHash: `0x${'0'.repeat(64)}`,
  time: 1_767_225_600,
};

/**
 * The times of the blocks due at `now`, in Unix seconds and ascending: one for each second since the last block. After
 * a pause, only as many as move the chain's median time to the present.
 */
export function dueTimes(last: number, now: number): number[] {
  const count = Math.min(medianBlocks, Math.max(0, now - last));
  return Array.from({ length: count }, (_, index) => now - count + 1 + index);
}

/**
 * The times of the blocks that replace these, which are ascending. The new branch is one block longer, because only a
 * longer branch replaces another.
 */
export function replacingTimes(replaced: readonly number[], now: number): number[] {
  return [...replaced, Math.max(now, (replaced.at(-1) ?? 0) + 1)];
}

/** Headers at these times that follow `parent`. `hashOf` returns a hash that no other block has. */
export function headersAfter(
  parent: BlockHeader,
  times: readonly number[],
  hashOf: (parentHash: string, time: number) => string,
): BlockHeader[] {
  const headers: BlockHeader[] = [];
  for (const time of times) {
    const { number, hash: parentHash } = headers.at(-1) ?? parent;
    headers.push({ number: number + 1, hash: hashOf(parentHash, time), parentHash, time });
  }
  return headers;
}
