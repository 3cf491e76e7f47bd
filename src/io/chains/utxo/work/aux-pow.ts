// Merged mining: the proof, behind a header, of what another chain's miners worked (Dogecoin Core, src/auxpow.cpp).
import { ByteWalk } from '../blocks/byte-walk.ts';
import { doubleHash, transactionHash } from '../blocks/hashes.ts';
import { headerLength } from '../blocks/read-header.ts';
import { newPlaces, type TransactionPlaces, walkTransaction } from '../blocks/walk-transaction.ts';

const auxPowBit = 0x100;

/** Dogecoin's headers say by a bit of their version whether such a proof follows. */
export function hasAuxPow(version: number): boolean {
  return (version & auxPowBit) !== 0;
}

/** The number of the chain that a header's version says it was mined for. */
export function chainIdOf(version: number): number {
  return version >>> 16;
}

/**
 * The header of the other chain (80 bytes) whose hash shows the work done for the block `hash` (in the order of bytes
 * within), or why it proves nothing, in words. `walk` is at the proof. Throws a retryable ChainFault where that is cut
 * off.
 */
export function provenParent(
  walk: ByteWalk,
  hash: Uint8Array,
  chain: { readonly id: number; readonly isStrict: boolean },
): Uint8Array | string {
  const { coinbase, branch, index, chainBranch, chainIndex, parent } = readAuxPow(walk);
  if (index !== 0) return 'its parent names another chain transaction than the first';
  const view = new DataView(parent.buffer, parent.byteOffset, headerLength);
  if (chain.isStrict && chainIdOf(view.getInt32(0, true)) === chain.id) return 'its parent is of its own chain';
  if (chainBranch.length > 30) return 'its branch among merged chains is too long';
  const root = climb(transactionHash(walk.bytes, coinbase), branch, 0);
  if (!root.equals(parent.subarray(36, 68))) return 'its parent does not hold the chain transaction that names it';
  const chainRoot = climb(hash, chainBranch, chainIndex).reverse();
  const script = firstInputScript(walk.bytes, coinbase);
  const after = commitmentEnd(script, chainRoot);
  if (after === null) return 'its parent does not name it';
  const size = 2 ** chainBranch.length;
  if (script.length < after + 8 || script.readUInt32LE(after) !== size)
    return 'its parent names another number of merged chains';
  // Each chain has one place, so that no work counts twice for the same one.
  if (chainIndex !== placeOf(script.readUInt32LE(after + 4), chain.id, size))
    return 'it has the place of another chain';
  return parent;
}

export interface AuxPow {
  /** Where the other chain's coinbase lies. */
  readonly coinbase: TransactionPlaces;
  readonly branch: readonly Uint8Array[];
  readonly index: number;
  readonly chainBranch: readonly Uint8Array[];
  readonly chainIndex: number;
  readonly parent: Uint8Array;
}

/** The parts of the proof that the walk is at; it is behind it then. Throws a retryable ChainFault. */
export function readAuxPow(walk: ByteWalk): AuxPow {
  const coinbase = newPlaces();
  walkTransaction(walk, coinbase, null);
  // The hash of the parent, which its header tells as well.
  walk.skip(32);
  const branch = readBranch(walk);
  const index = readIndex(walk);
  const chainBranch = readBranch(walk);
  const chainIndex = readIndex(walk);
  walk.skip(headerLength);
  return {
    coinbase,
    branch,
    index,
    chainBranch,
    chainIndex,
    parent: walk.bytes.subarray(walk.at - headerLength, walk.at),
  };
}

function readBranch(walk: ByteWalk): Uint8Array[] {
  const count = walk.count();
  const start = walk.at;
  walk.skip(32 * count);
  return Array.from({ length: count }, (_, at) => walk.bytes.subarray(start + 32 * at, start + 32 * (at + 1)));
}

function readIndex(walk: ByteWalk): number {
  walk.skip(4);
  return new DataView(walk.bytes.buffer, walk.bytes.byteOffset + walk.at - 4, 4).getUint32(0, true);
}

/** The root over a leaf at this place, by its neighbours on the way up. */
function climb(leaf: Uint8Array, branch: readonly Uint8Array[], index: number): Buffer {
  let hash: Buffer = Buffer.from(leaf);
  let place = index;
  for (const neighbour of branch) {
    hash = doubleHash(Buffer.concat(place % 2 === 1 ? [neighbour, hash] : [hash, neighbour]));
    place = Math.floor(place / 2);
  }
  return hash;
}

function firstInputScript(bytes: Uint8Array, coinbase: TransactionPlaces): Buffer {
  const walk = new ByteWalk(bytes, coinbase.inputsAt);
  if (walk.count() === 0) return Buffer.alloc(0);
  walk.skip(36);
  const length = walk.count();
  walk.skip(length);
  return Buffer.from(bytes.buffer, bytes.byteOffset + walk.at - length, length);
}

const mergedMark = Buffer.from('fabe6d6d', 'hex');

/**
 * Behind the root, which must follow the one mark of merged mining, or, without a mark, begin within the first 20
 * bytes; null where it does not. So one parent names one root only.
 */
function commitmentEnd(script: Buffer, root: Buffer): number | null {
  const at = script.indexOf(root);
  if (at < 0) return null;
  const mark = script.indexOf(mergedMark);
  const isPlaced = mark < 0 ? at <= 20 : mark + 4 === at && script.indexOf(mergedMark, mark + 1) < 0;
  return isPlaced ? at + root.length : null;
}

/** The place of a chain among `size` merged ones, as everybody reckons it from the parent's nonce; in 32 bits. */
function placeOf(nonce: number, chainId: number, size: number): number {
  const step = (value: number) => (Math.imul(value, 1_103_515_245) + 12_345) | 0;
  return (step((step(nonce) + chainId) | 0) >>> 0) % size;
}
