// Finds the chain transaction in a block that spends one of certain outputs: the proof of who took the money.
import { ChainFault } from '../../chain.ts';
import type { UtxoParams } from '../params.ts';
import { ByteWalk } from './byte-walk.ts';
import { merkleRoot, transactionHash } from './hashes.ts';
import { headerLength, readUtxoHeader } from './read-header.ts';
import { readFacts } from './read-transfers.ts';
import { skipAuxPow } from './skip-aux-pow.ts';
import { newPlaces, walkTransaction } from './walk-transaction.ts';

export interface Spender {
  readonly parentHash: string;
  /** The id of the one that spends an output of `outpoints`; null where none in this block does. */
  readonly txHash: string | null;
}

/**
 * `outpoints` are '<txid>:<n>' each. The block must be whole and, if a spender is found, proved by its header. Throws a
 * retryable ChainFault.
 */
export function findSpender(
  bytes: Buffer,
  number: number,
  hash: string,
  outpoints: readonly string[],
  params: UtxoParams,
): Spender {
  const header = readUtxoHeader(bytes, number, hash);
  // Nearly every block is done with here: the search runs over memory as fast as it can be read.
  if (!outpoints.some((outpoint) => bytes.includes(serialized(outpoint))))
    return { parentHash: header.parentHash, txHash: null };
  const walk = new ByteWalk(bytes, headerLength);
  if (params.auxPow) skipAuxPow(walk, header.version);
  const places = newPlaces();
  const ids: Buffer[] = [];
  let txHash: string | null = null;
  for (let left = walk.count(); left > 0; left -= 1) {
    walkTransaction(walk, places, null);
    const id = transactionHash(bytes, places);
    ids.push(id);
    const facts = readFacts(bytes, places, id);
    if (facts.spends.some((outpoint) => outpoints.includes(outpoint))) txHash ??= facts.txHash;
  }
  if (merkleRoot(ids)?.equals(header.merkleRoot) !== true)
    throw new ChainFault(`The chain transactions of block ${number} are not those that its header stands for`, true);
  return { parentHash: header.parentHash, txHash };
}

function serialized(outpoint: string): Buffer {
  const [txid = '', output = ''] = outpoint.split(':');
  const bytes = Buffer.alloc(36);
  Buffer.from(txid, 'hex').reverse().copy(bytes);
  bytes.writeUInt32LE(Number(output), 32);
  return bytes;
}
