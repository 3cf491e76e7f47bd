// Reads a stretch of an EVM chain in order, several requests at a time, and hands a block on only once it is whole.
import type { BlockHeader, ScannedBlock } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import { EndpointFault } from '../../json-rpc.ts';
import type { AddressTable } from './address-table.ts';
import { readWholeBlocks, type ScanParts } from './whole-blocks.ts';

/**
 * Blocks first…last in order, by the rules of Chain.scan. Ends early, without a fault, where a header does not link to the one before,
 * and when the signal is aborted. What was read before a fault is handed on before it is thrown.
 */
export async function* scanBlocks(
  parts: ScanParts,
  first: number,
  last: number,
  watched: AddressTable,
  signal: AbortSignal,
): AsyncGenerator<ScannedBlock> {
  const ended = new AbortController();
  const stop = AbortSignal.any([signal, ended.signal]);
  const chunks: Promise<Chunk>[] = [];
  let next = first;
  let previous: BlockHeader | undefined;
  try {
    while (!signal.aborted) {
      // Enough chunks under way to keep every place busy while the oldest is waited for.
      while (next <= last && chunks.length * parts.ranges.width < 2 * parts.flow.places + parts.ranges.width) {
        const end = Math.min(last, next + parts.ranges.width - 1);
        chunks.push(readChunk(parts, next, end, watched, stop));
        next = end + 1;
      }
      const chunk = await chunks.shift();
      if (chunk === undefined || signal.aborted) return;
      for (const block of chunk.blocks) {
        if (previous !== undefined && block.header.parentHash !== previous.hash) return;
        yield block;
        previous = block.header;
      }
      if (chunk.fault !== undefined) throw chunk.fault;
    }
  } finally {
    ended.abort();
  }
}

/** Blocks that could be read, and what stopped the reading after them, if anything did. */
interface Chunk {
  readonly blocks: readonly ScannedBlock[];
  readonly fault?: unknown;
}

/** Never rejects, so that a chunk which was read ahead may simply be dropped. */
async function readChunk(
  parts: ScanParts,
  first: number,
  last: number,
  watched: AddressTable,
  signal: AbortSignal,
): Promise<Chunk> {
  const blocks: ScannedBlock[] = [];
  const ended = new AbortController();
  try {
    const stop = AbortSignal.any([signal, ended.signal]);
    for await (const block of readWholeBlocks(parts, first, last, watched, stop)) blocks.push(block);
    return { blocks };
  } catch (fault) {
    // The endpoint's own failures were seen where it was asked; this is about answers that do not fit together.
    const contradiction = fault instanceof ChainFault && !(fault instanceof EndpointFault);
    if (contradiction && !signal.aborted) parts.rotation.distrust(fault.message);
    return { blocks, fault };
  } finally {
    // Whatever else of this chunk is still being asked for is of no use any more.
    ended.abort();
  }
}
