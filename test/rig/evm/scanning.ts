// Shortcuts for tests to run an EVM scan and to inspect its results.
import type { ScannedBlock, Transfer } from '../../../src/core/payment/transfer.ts';
import type { Chain, WatchedSet } from '../../../src/io/chains/chain.ts';

export interface ScanOutcome {
  readonly blocks: readonly ScannedBlock[];
  /** The error that ended the scan early. */
  readonly fault: unknown;
}

/** Scans first…last to the end or to the first error. */
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

/** All transfers of first…last. Throws the scan's error. */
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

/** An unused address, the same for the same number. */
export function someAddress(number: number): `0x${string}` {
  return `0x${(0xa000_0000 + number).toString(16).padStart(40, '1')}`;
}
