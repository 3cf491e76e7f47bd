// Reads a stretch of a chain in order, several requests at a time, and hands a block on only once it is whole.
import type { BlockHeader, ScannedBlock } from '../../core/payment/transfer.ts';
import { ChainFault } from './chain.ts';
import { EndpointFault } from './endpoint-fault.ts';
import type { EndpointRotation } from './endpoint-rotation.ts';
import type { FlowLimit } from './flow-limit.ts';

/** How a family reads a few blocks together. */
export interface BlockSource {
  readonly rotation: Pick<EndpointRotation, 'distrust'>;
  readonly flow: Pick<FlowLimit, 'places'>;
  /** How many blocks are best asked for together now. */
  width(): number;
  /**
   * Blocks first…last, asked for together. Yields those that are whole, in order, and throws what kept the next one
   * from being so (ChainFault). Ends early where a header does not link to the one before.
   */
  read(first: number, last: number, signal: AbortSignal): AsyncIterable<ScannedBlock>;
}

/**
 * Blocks first…last in order, by the rules of Chain.scan. Ends early, without a fault, where a header does not link to
 * the one before, and when the signal is aborted. What was read before a fault is handed on before it is thrown.
 */
export async function* scanInOrder(
  source: BlockSource,
  first: number,
  last: number,
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
      while (next <= last && chunks.length * source.width() < 2 * source.flow.places + source.width()) {
        const end = Math.min(last, next + source.width() - 1);
        chunks.push(readChunk(source, next, end, stop));
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
async function readChunk(source: BlockSource, first: number, last: number, signal: AbortSignal): Promise<Chunk> {
  const blocks: ScannedBlock[] = [];
  const ended = new AbortController();
  try {
    const stop = AbortSignal.any([signal, ended.signal]);
    for await (const block of source.read(first, last, stop)) blocks.push(block);
    return { blocks };
  } catch (fault) {
    // The endpoint's own failures were seen where it was asked; this is about answers that do not fit together.
    const contradiction = fault instanceof ChainFault && !(fault instanceof EndpointFault);
    if (contradiction && !signal.aborted) source.rotation.distrust(fault.message);
    return { blocks, fault };
  } finally {
    // Whatever else of this chunk is still being asked for is of no use any more.
    ended.abort();
  }
}
