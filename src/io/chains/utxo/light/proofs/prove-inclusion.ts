// Proves that a chain transaction is in a block by its Merkle branch and the root in the block's header.
import { malformed } from '../../../chain.ts';
import { doubleHash } from '../../blocks/hashes.ts';
import type { MerkleBranch } from '../light-server.ts';

/** A leaf with its Merkle branch; `id` in internal byte order. */
export interface Leaf {
  readonly id: Buffer;
  readonly branch: MerkleBranch;
}

/**
 * The root over a leaf. Null if the position cannot be in a tree of that depth, or if a right-hand hash equals the one
 * to its left: a list with a repeated end has the same root (CVE-2012-2459).
 */
export function rootOf({ id, branch }: Leaf): Buffer | null {
  const { hashes, position } = branch;
  if (!Number.isSafeInteger(position) || position < 0 || hashes.length > deepest) return null;
  if (position >= 2 ** hashes.length) return null;
  let node = id;
  let at = position;
  for (const beside of hashes) {
    const isRight = at % 2 === 1;
    if (isRight && beside.equals(node)) return null;
    node = doubleHash(Buffer.concat(isRight ? [beside, node] : [node, beside]));
    at = Math.floor(at / 2);
  }
  return node;
}

/** A block of four million weight units holds fewer than 2^17 chain transactions. */
const deepest = 20;
/** The length of two hashes. Such bytes could be an inner node of the tree as well as a leaf. */
const innerNodeLength = 64;

/**
 * Throws a retryable ChainFault unless `root` proves `leaf`. Two more checks are needed. The chain transaction must not
 * be 64 bytes long (without witness), because it could be an inner node. The block's first one must be proved at the
 * same depth, because otherwise an inner node could pass for a chain transaction of a deeper tree (CVE-2017-12842).
 */
export function proveInclusion(
  leaf: Leaf & { readonly length: number },
  first: Leaf & { readonly isCoinbase: boolean },
  { root, number }: { readonly root: Uint8Array; readonly number: number },
): void {
  const isProved = (one: Leaf) => rootOf(one)?.equals(root) === true;
  const refuse = (why: string) => malformed(`A chain transaction reported in block ${number} is not proved: ${why}`);
  if (!isProved(leaf)) throw refuse('its branch does not lead to the root in the header');
  if (leaf.length === innerNodeLength) throw refuse('it is 64 bytes long, so it could be two hashes');
  if (!first.isCoinbase || first.branch.position !== 0 || !isProved(first))
    throw refuse('the reported first chain transaction of the block is not the first');
  if (first.branch.hashes.length !== leaf.branch.hashes.length)
    throw refuse('the first chain transaction of the block is at another depth of the tree');
}
