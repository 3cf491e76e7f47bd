// The hashes of blocks and chain transactions: SHA-256 twice, shown with their bytes in the reverse order.
import { createHash, hash } from 'node:crypto';
import type { TransactionPlaces } from './walk-transaction.ts';

/** SHA-256 of SHA-256. */
export function doubleHash(bytes: Uint8Array): Buffer {
  return hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer');
}

/**
 * The id of the chain transaction at these places: without what the longer forms add (BIP-141, transaction ID). In the
 * order of bytes within.
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

/** As people and nodes write a hash. */
export function shown(hashBytes: Uint8Array): string {
  return Buffer.from(hashBytes).reverse().toString('hex');
}

/**
 * The root over these ids, in the order of bytes within. Null where two neighbours are the same: the tree is the same
 * then for a list in which the end stands twice (CVE-2012-2459), so it proves nothing.
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
