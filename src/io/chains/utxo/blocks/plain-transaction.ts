// The part of a chain transaction that its id covers, which every wallet can read.
import { malformed } from '../../chain.ts';
import { ByteWalk } from './byte-walk.ts';
import { shown, transactionHash } from './hashes.ts';
import { newPlaces, walkTransaction } from './walk-transaction.ts';

/**
 * The chain transaction in its form before BIP-144, without a witness and without Litecoin's extension. Throws a
 * retryable ChainFault if the bytes are not the chain transaction `txHash`.
 */
export function plainTransaction(bytes: Buffer, txHash: string): Uint8Array {
  const walk = new ByteWalk(bytes);
  const places = newPlaces();
  walkTransaction(walk, places, null);
  if (!walk.isAtEnd || shown(transactionHash(bytes, places)) !== txHash)
    throw malformed(`Requested chain transaction ${txHash} and received another`);
  const { start, inputsAt, outputsEnd, lockAt, end } = places;
  return Buffer.concat([
    bytes.subarray(start, start + 4),
    bytes.subarray(inputsAt, outputsEnd),
    bytes.subarray(lockAt, end),
  ]);
}

/** The amount (smallest units) and script of an output; null if there is none. */
export function outputAt(
  plain: Uint8Array,
  output: number,
): { readonly amount: bigint; readonly script: Uint8Array } | null {
  const walk = new ByteWalk(plain, 4);
  for (let left = walk.count(); left > 0; left -= 1) {
    walk.skip(36);
    walk.skip(walk.count());
    walk.skip(4);
  }
  const outputs = walk.count();
  for (let at = 0; at < outputs; at += 1) {
    const amountAt = walk.at;
    walk.skip(8);
    const length = walk.count();
    const scriptAt = walk.at;
    walk.skip(length);
    if (at !== output) continue;
    const { buffer, byteOffset } = plain;
    const amount = new DataView(buffer, byteOffset).getBigUint64(amountAt, true);
    return { amount, script: plain.subarray(scriptAt, scriptAt + length) };
  }
  return null;
}
