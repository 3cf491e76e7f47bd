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

/** Who is asked for the blocks of which chain, and the trail on which their headers are kept. */
export interface UtxoBlockSource {
  readonly rotation: EndpointRotation;
  readonly params: UtxoParams;
  readonly trail: HeaderTrail;
}

/**
 * Blocks first…last, asked for together. Yields those that are whole, in order, and throws what kept the next one from
 * being so (ChainFault). The work for each is proved here; whether its target is the right one, the trail is to prove
 * once they are in order. Ends early where a header does not link to the one before.
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
    // One endpoint may lag: asked by itself, the call goes round to the others.
    const refused = hashes[index] instanceof Error;
    const hash = refused ? await rotation.call('getblockhash', [number], signal) : hashes[index];
    const named = readHash(hash, 'hash of a block');
    const bytes = await readRawBlock(rotation, named, params, signal);
    const header = readUtxoHeader(bytes, number, named);
    proveWork(bytes, header, params);
    trail.keep(header);
    return readBlock(bytes, { number, hash: named }, { watched, params, thoroughness });
  });
  // All are under way, and the first to fail is not always the first that matters: each is looked at in its turn.
  for (const read of reads) read.catch(() => undefined);
  let previous: ScannedBlock | undefined;
  for (const read of reads) {
    const block = await read;
    if (previous !== undefined && block.header.parentHash !== previous.header.hash) return;
    yield block;
    previous = block;
  }
}
