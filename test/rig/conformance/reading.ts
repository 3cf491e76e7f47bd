// Shortcuts for the conformance rules to read a chain.
import assert from 'node:assert/strict';
import type { Transfer } from '../../../src/core/payment/transfer.ts';
import type { NetworkFacts } from '../../../src/io/chains/chain.ts';
import { type Chain, ChainFault, type WatchedSet } from '../../../src/io/chains/chain.ts';
import { type ScanOutcome, scanOutcome } from '../evm/scanning.ts';
import type { Driver } from './driver.ts';

/** Opens a reader, passes it to `use`, and closes it. */
export async function withChain<T>(
  { openChain }: Driver,
  facts: NetworkFacts,
  use: (chain: Chain) => Promise<T>,
): Promise<T> {
  const chain = openChain(facts, { warn() {} });
  try {
    return await use(chain);
  } finally {
    await chain.close();
  }
}

export function watching(chain: Chain, ...addresses: readonly string[]): WatchedSet {
  const watched = chain.watch();
  for (const address of addresses) watched.add(address);
  return watched;
}

/**
 * All transfers from `first` to the head, each with its block. Asserts that every block is present and linked to its
 * parent.
 */
export async function readOn(
  chain: Chain,
  first: number,
  watched: WatchedSet,
): Promise<{ block: { number: number; hash: string }; transfer: Transfer }[]> {
  const head = await chain.head();
  const { blocks, fault } = await scanOutcome(chain, first, head.number, watched);
  if (fault !== undefined) throw fault;
  assertWhole(blocks, first, head.number);
  return blocks.flatMap(({ header, transfers }) => transfers.map((transfer) => ({ block: header, transfer })));
}

export function assertWhole(blocks: ScanOutcome['blocks'], first: number, last: number): void {
  assert.deepEqual(
    blocks.map(({ header }) => header.number),
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
  blocks.forEach(({ header }, at) => {
    if (at > 0) assert.equal(header.parentHash, blocks[at - 1]?.header.hash);
  });
}

/** Asserts the kind of fault after which payment rules retry and keep the cursor. */
export function assertRetryable(fault: unknown): asserts fault is ChainFault {
  assert.ok(fault instanceof ChainFault, `not a ChainFault: ${String(fault)}`);
  assert.equal(fault.retryable, true, fault.message);
}

export function placeOf({ txHash, position }: Transfer): string {
  return `${txHash} ${position}`;
}
