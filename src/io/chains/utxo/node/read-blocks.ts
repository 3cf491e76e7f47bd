// Reads a few blocks of a UTXO chain together: their hashes in one request, then each as raw bytes.
import type { ScannedBlock } from '../../../../core/payment/transfer.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { proveWork } from '../blocks/prove-work.ts';
import { readBlock, type Thoroughness } from '../blocks/read-block.ts';
import type { ScriptTable } from '../blocks/script-table.ts';
import type { UtxoParams } from '../params.ts';
import { callMany, readRawBlock } from './node-calls.ts';
import { readHash } from './raw.ts';

/**
 * Blocks first…last, asked for together. Yields those that are whole, in order, and throws what kept the next one from
 * being so (ChainFault). Ends early where a header does not link to the one before.
 */
export async function* readUtxoBlocks(
  rotation: EndpointRotation,
  params: UtxoParams,
  first: number,
  last: number,
  watched: ScriptTable,
  thoroughness: Thoroughness,
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
    proveWork(number, named, params);
    return readBlock(await readRawBlock(rotation, named, params, signal), number, named, watched, params, thoroughness);
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
