// Skips the proof, behind a header, that the miners of another chain worked for this block (merged mining).
import type { ByteWalk } from './byte-walk.ts';
import { headerLength } from './read-header.ts';
import { newPlaces, walkTransaction } from './walk-transaction.ts';

/**
 * Dogecoin's headers say by a bit of their version whether a proof follows: the other chain's coinbase transaction, the
 * hash of its block, two branches with their places, and its header (Dogecoin Core, src/auxpow.h). The work itself is
 * the node's to judge.
 */
export function skipAuxPow(walk: ByteWalk, version: number): void {
  if ((version & auxPowBit) === 0) return;
  walkTransaction(walk, newPlaces(), null);
  walk.skip(32);
  skipBranch(walk);
  skipBranch(walk);
  walk.skip(headerLength);
}

const auxPowBit = 0x100;

function skipBranch(walk: ByteWalk): void {
  walk.skip(32 * walk.count());
  walk.skip(4);
}
