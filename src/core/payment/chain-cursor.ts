// Where to go on reading a chain (onwards, back to where two branches diverge, or nowhere), and what time it is there.
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
 * Where a branch parts from what was read: at the newest kept block that it is built upon; below all that is kept; or
 * nobody can tell, since the block of this height that it is built upon was not to be had.
 */
export type Fork =
  | { readonly kind: 'found'; readonly block: BlockHeader }
  | { readonly kind: 'below' }
  | { readonly kind: 'unknown'; readonly number: number };

/**
 * Walks back from a block by the hashes of its parents, for what has another hash, or is not there, at some height of
 * some node says nothing about a branch. `kept` newest first; `tip`: a block of the branch; `parentOf`: the block with
 * this hash at this height, null where nobody has it right now.
 */
export async function forkPoint(
  kept: readonly BlockHeader[],
  tip: BlockHeader,
  parentOf: (hash: string, number: number) => Promise<BlockHeader | null>,
): Promise<Fork> {
  const hashes = new Map(kept.map((header) => [header.hash, header]));
  const oldest = kept.at(-1)?.number ?? Number.POSITIVE_INFINITY;
  let header = tip;
  for (;;) {
    const shared = hashes.get(header.hash) ?? hashes.get(header.parentHash);
    if (shared !== undefined) return { kind: 'found', block: shared };
    const number = header.number - 1;
    if (number <= oldest) return { kind: 'below' };
    const parent = await parentOf(header.parentHash, number);
    if (parent === null || parent.hash !== header.parentHash || parent.number !== number)
      return { kind: 'unknown', number };
    header = parent;
  }
}

/** A block that something was recorded of: all that is needed to find it on a chain again. */
export interface RecordedBlock {
  readonly number: number;
  readonly hash: string;
}

/**
 * The newest recorded block that is on a chain, of a long list: halves what is left at each look, for a block that is
 * on the chain has all before it there too. `recorded` newest first; `canonical`: the hash now at a height, null where
 * the chain ends below it.
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

/** The chain's time is the median of so many of the newest blocks (BIP-113): six would have to agree to push it. */
export const medianBlocks = 11;

/**
 * The chain's median time past: of the times of the newest blocks that were read, newest first, the last of them at
 * `height`. Whole Unix seconds. A block that the chain has and that is not known here counts as older than all others,
 * so that few blocks never tell more than many would; null where the median is one of those.
 */
export function medianTimePast(times: readonly number[], height: number): number | null {
  const wanted = Math.min(medianBlocks, height + 1);
  const known = times.slice(0, wanted).sort((one, other) => one - other);
  const unknown = wanted - known.length;
  // As Bitcoin Core's GetMedianTimePast: the later of the two in the middle, where a young chain has an even number.
  return known[Math.floor(wanted / 2) - unknown] ?? null;
}
