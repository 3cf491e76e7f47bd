// Where to go on reading a chain: onwards, back to where two branches diverge, or nowhere because nobody can tell.
import type { BlockHeader } from './transfer.ts';

/** How the cursor compares with the chain. */
export type Standing =
  | { readonly kind: 'current' }
  | { readonly kind: 'behind'; readonly first: number; readonly last: number }
  | { readonly kind: 'diverged' };

/**
 * Compares the cursor with the head an endpoint shows. `keptAtHead` is the hash kept for the head's height, where it is
 * not above the cursor. A head below the cursor is a lagging endpoint, unless its hash is not the one kept.
 */
export function standing(
  cursor: { number: number; hash: string },
  head: BlockHeader,
  keptAtHead: string | null,
): Standing {
  if (head.number > cursor.number) return { kind: 'behind', first: cursor.number + 1, last: head.number };
  if (head.number === cursor.number) return head.hash === cursor.hash ? { kind: 'current' } : { kind: 'diverged' };
  return keptAtHead === null || keptAtHead === head.hash ? { kind: 'current' } : { kind: 'diverged' };
}

/**
 * The newest kept block that is still on the chain: `kept` newest first, `canonical` the hash now at a height (null
 * where the chain has no such block any more). Null when the branches diverge below everything kept.
 */
export async function forkPoint(
  kept: readonly BlockHeader[],
  canonical: (number: number) => Promise<string | null>,
): Promise<BlockHeader | null> {
  for (const header of kept) {
    if ((await canonical(header.number)) === header.hash) return header;
  }
  return null;
}

/** A block that something was recorded of: all that is needed to find it on a chain again. */
export interface RecordedBlock {
  readonly number: number;
  readonly hash: string;
}

/**
 * As forkPoint for a long list: halves what is left at each look, for a block that is on the chain has all before it
 * there too. `recorded` newest first.
 */
export async function newestShared(
  recorded: readonly RecordedBlock[],
  canonical: (number: number) => Promise<string | null>,
): Promise<RecordedBlock | null> {
  let first = 0;
  let last = recorded.length;
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    const block = recorded[middle] as RecordedBlock;
    if ((await canonical(block.number)) === block.hash) last = middle;
    else first = middle + 1;
  }
  return recorded[first] ?? null;
}
