// Reads a range of blocks in order, with several requests at a time, and yields a block only once it is complete.
import type { BlockHeader, ScannedBlock } from '../../core/payment/transfer.ts';
import { ChainFault } from './chain.ts';
import { EndpointFault } from './endpoint-fault.ts';
import type { EndpointRotation } from './endpoint-rotation.ts';
import type { FlowLimit } from './flow-limit.ts';

/** Reads a few blocks together, in the way of a family. */
export interface BlockSource {
  readonly rotation: Pick<EndpointRotation, 'distrust'>;
  readonly flow: Pick<FlowLimit, 'places'>;
  /** The number of blocks that should be read together now. */
  width(): number;
  /**
   * Reads blocks first…last together. Yields the complete ones in order, then throws the ChainFault that stopped the
   * next one, if any. Ends early if a header does not link to the one before.
   */
  read(first: number, last: number, signal: AbortSignal): AsyncIterable<ScannedBlock>;
}

/**
 * Yields blocks first…last in order, by the rules of Chain.scan. Ends early, without a fault, if a header does not link
 * to the one before, or the signal is aborted. Blocks read before a fault are yielded before it is thrown.
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
      // Enough chunks to keep every place busy while the oldest one is awaited.
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

/** The blocks that were read, and the fault that stopped the reading after them, if any. */
interface Chunk {
  readonly blocks: readonly ScannedBlock[];
  readonly fault?: unknown;
}

/** Never rejects, so that a chunk that was read ahead can be dropped. */
async function readChunk(source: BlockSource, first: number, last: number, signal: AbortSignal): Promise<Chunk> {
  const blocks: ScannedBlock[] = [];
  const ended = new AbortController();
  try {
    const stop = AbortSignal.any([signal, ended.signal]);
    for await (const block of source.read(first, last, stop)) blocks.push(block);
    return { blocks };
  } catch (fault) {
    // The endpoint's own failures were handled with the request. This case is about answers that contradict each other.
    const contradiction = fault instanceof ChainFault && !(fault instanceof EndpointFault);
    if (contradiction && !signal.aborted) source.rotation.distrust(fault.message);
    return { blocks, fault };
  } finally {
    // The other requests of this chunk are no longer needed.
    ended.abort();
  }
}
