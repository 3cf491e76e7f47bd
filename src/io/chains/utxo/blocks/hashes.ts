// The hashes of blocks and chain transactions: double SHA-256, shown in reverse byte order.
import { createHash, hash } from 'node:crypto';
import type { TransactionPlaces } from './walk-transaction.ts';

/** SHA-256 of SHA-256. */
export function doubleHash(bytes: Uint8Array): Buffer {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer');
}

/**
 * The id of the chain transaction at these places, without the parts that extended forms add (BIP-141, transaction ID).
 * In internal byte order.
 */
export function transactionHash(bytes: Uint8Array, places: TransactionPlaces): Buffer {
  if (!places.isExtended) return doubleHash(bytes.subarray(places.start, places.end));
  const once = createHash('sha256')
    .update(bytes.subarray(places.start, places.start + 4))
    .update(bytes.subarray(places.inputsAt, places.outputsEnd))
    .update(bytes.subarray(places.lockAt, places.end))
    .digest();
  return hash('sha256', once, 'buffer');
}

/** A hash as people and nodes write it. */
export function shown(hashBytes: Uint8Array): string {
  return Buffer.from(hashBytes).reverse().toString('hex');
}

/**
 * The Merkle root over these ids, in internal byte order. Null if two adjacent hashes are equal: a list with a repeated
 * end has the same root (CVE-2012-2459), so the root proves nothing.
 */
export function merkleRoot(ids: readonly Buffer[]): Buffer | null {
  let level = ids;
  while (level.length > 1) {
    const above: Buffer[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] as Buffer;
      const right = level[at + 1];
      if (right !== undefined && left.equals(right)) return null;
      above.push(doubleHash(Buffer.concat([left, right ?? left])));
    }
    level = above;
  }
  return level[0] ?? null;
}
