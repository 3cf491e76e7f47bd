// Reads a few blocks of a UTXO chain together: their hashes in one request, then each as raw bytes.
import type { ScannedBlock } from '../../../../core/payment/transfer.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { type BlockReading, readBlock } from '../blocks/read-block.ts';
import { readUtxoHeader } from '../blocks/read-header.ts';
import type { UtxoParams } from '../params.ts';
import type { HeaderTrail } from '../work/header-trail.ts';
import { proveWork } from '../work/prove-work.ts';
import { callMany, readRawBlock } from './node-calls.ts';
import { readHash } from './raw.ts';

/** The endpoints and parameters of a chain, and the trail that keeps its headers. */
export interface UtxoBlockSource {
  readonly rotation: EndpointRotation;
  readonly params: UtxoParams;
  readonly trail: HeaderTrail;
}

/**
 * Reads blocks first…last together. Yields the complete ones in order, then throws the ChainFault that stopped the next
 * one, if any. Proves the work of each block here; the trail proves its target later, in order. Ends early if a header
 * does not link to the one before.
 */
export async function* readUtxoBlocks(
  { rotation, params, trail }: UtxoBlockSource,
  { first, last }: { readonly first: number; readonly last: number },
  { watched, thoroughness }: Pick<BlockReading, 'watched' | 'thoroughness'>,
  signal: AbortSignal,
): AsyncGenerator<ScannedBlock> {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const calls = numbers.map((number) => ({ method: 'getblockhash', params: [number] }));
  const hashes = await callMany(rotation, calls, signal);
  const reads = numbers.map(async (number, index) => {
    // One endpoint may lag; a single call is passed on to the others.
    const refused = hashes[index] instanceof Error;
    const hash = refused ? await rotation.call('getblockhash', [number], signal) : hashes[index];
    const named = readHash(hash, 'hash of a block');
    const bytes = await readRawBlock(rotation, named, params, signal);
    const header = readUtxoHeader(bytes, number, named);
    proveWork(bytes, header, params);
    trail.keep(header);
    return readBlock(bytes, { number, hash: named }, { watched, params, thoroughness });
  });
  // All reads run at once, and the first to fail is not always the first that matters. Each is awaited in turn.
  for (const read of reads) read.catch(() => undefined);
  let previous: ScannedBlock | undefined;
  for (const read of reads) {
    const block = await read;
    if (previous !== undefined && block.header.parentHash !== previous.header.hash) return;
    yield block;
    previous = block;
  }
}
