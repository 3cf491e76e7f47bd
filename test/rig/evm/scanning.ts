// Short ways for tests to run an EVM scan and to look at what came of it.
import type { ScannedBlock, Transfer } from '../../../src/core/payment/transfer.ts';
import type { Chain, WatchedSet } from '../../../src/io/chains/chain.ts';

export interface ScanOutcome {
  readonly blocks: readonly ScannedBlock[];
  /** What ended the scan early, if it was thrown. */
  readonly fault: unknown;
}

/** Reads first…last to the end or to the first fault, whichever comes first. */
export async function scanOutcome(
  chain: Chain,
  first: number,
  last: number,
  watched: WatchedSet,
): Promise<ScanOutcome> {
  const { signal } = new AbortController();
  const blocks: ScannedBlock[] = [];
  try {
    for await (const block of chain.scan(first, last, watched, signal)) blocks.push(block);
    return { blocks, fault: undefined };
  } catch (fault) {
    return { blocks, fault };
  }
}

/** All transfers of first…last; throws what the scan throws. */
export async function scanTransfers(
  chain: Chain,
  first: number,
  last: number,
  watched: WatchedSet,
): Promise<Transfer[]> {
  const { blocks, fault } = await scanOutcome(chain, first, last, watched);
  if (fault !== undefined) throw fault;
  return blocks.flatMap(({ transfers }) => transfers);
}

/** An address of nobody's, the same for the same number. */
export function someAddress(number: number): `0x${string}` {
  return `0x${(0xa000_0000 + number).toString(16).padStart(40, '1')}`;
}
