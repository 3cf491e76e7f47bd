// Decides where to continue reading a chain (forward, from a fork, or not at all), and computes the chain's time.
import type { BlockHeader } from './transfer.ts';

/** The position of the cursor relative to the chain. */
export type Standing =
  | { readonly kind: 'current' }
  | { readonly kind: 'behind'; readonly first: number; readonly last: number }
  | { readonly kind: 'diverged' };

/**
 * Compares the cursor with the head that an endpoint reports. `keptAtHead` is the hash stored for the head's height, if
 * it is not above the cursor. A head below the cursor means a lagging endpoint, unless its hash differs from the stored
 * one.
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
 * The fork between a branch and the blocks read so far: the newest stored block that the branch is built on, or a block
 * below all stored ones. It is unknown if no endpoint returned the ancestor at `number`.
 */
export type Fork =
  | { readonly kind: 'found'; readonly block: BlockHeader }
  | { readonly kind: 'below' }
  | { readonly kind: 'unknown'; readonly number: number };

/**
 * Walks back from a block along parent hashes. A different or missing hash at some height of some node proves nothing
 * about a branch. `kept`: newest first. `tip`: a block of the branch. `parentOf`: returns the block with this hash and
 * height, or null if no endpoint has it right now.
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

/** A block with recorded data, identified so that it can be found on a chain again. */
export interface RecordedBlock {
  readonly number: number;
  readonly hash: string;
}

/**
 * The newest recorded block that is on the chain, found by binary search: if a block is on the chain, all earlier ones
 * are too. `recorded`: newest first. `canonical`: the current hash at a height; null if the chain ends below it.
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

/**
 * The chain's time is the median of this many newest blocks (BIP-113). Six of them would have to be wrong to shift it.
 */
export const medianBlocks = 11;

/**
 * The chain's median time past, in whole Unix seconds. `times`: times of the newest known blocks, newest first,
 * starting at `height`. Missing blocks count as older than all others, so fewer known blocks never give a later time.
 * Null if the median is a missing block.
 */
export function medianTimePast(times: readonly number[], height: number): number | null {
  const wanted = Math.min(medianBlocks, height + 1);
  const known = times.slice(0, wanted).sort((one, other) => one - other);
  const unknown = wanted - known.length;
  // Like Bitcoin Core's GetMedianTimePast: for an even number of blocks in a young chain, the later of the middle two.
  return known[Math.floor(wanted / 2) - unknown] ?? null;
}
