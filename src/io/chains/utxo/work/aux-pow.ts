// Verifies merged mining: the proof, after a header, of another chain's work for the block (Dogecoin Core,
// src/auxpow.cpp).
import { ByteWalk } from '../blocks/byte-walk.ts';
import { doubleHash, transactionHash } from '../blocks/hashes.ts';
import { headerLength } from '../blocks/read-header.ts';
import { newPlaces, type TransactionPlaces, walkTransaction } from '../blocks/walk-transaction.ts';

const auxPowBit = 0x100;

/** Whether such a proof follows a header, by a bit of its version in Dogecoin. */
export function hasAuxPow(version: number): boolean {
  return (version & auxPowBit) !== 0;
}

/** The id of the chain that a header was mined for, from its version. */
export function chainIdOf(version: number): number {
  return version >>> 16;
}

/**
 * The other chain's header (80 bytes) that proves the work for the block `hash` (in internal byte order), or the reason
 * in words why it proves nothing. `walk` is at the start of the proof. Throws a retryable ChainFault if the proof is
 * cut off.
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
  if (!root.equals(parent.subarray(36, 68))) return 'its parent does not contain the chain transaction that names it';
  const chainRoot = climb(hash, chainBranch, chainIndex).reverse();
  const script = firstInputScript(walk.bytes, coinbase);
  const after = commitmentEnd(script, chainRoot);
  if (after === null) return 'its parent does not name it';
  const size = 2 ** chainBranch.length;
  if (script.length < after + 8 || script.readUInt32LE(after) !== size)
    return 'its parent names another number of merged chains';
  // Each chain has one fixed position, so that work counts only once for it.
  if (chainIndex !== placeOf(script.readUInt32LE(after + 4), chain.id, size))
    return 'it has the position of another chain';
  return parent;
}

export interface AuxPow {
  /** The places of the other chain's coinbase. */
  readonly coinbase: TransactionPlaces;
  readonly branch: readonly Uint8Array[];
  readonly index: number;
  readonly chainBranch: readonly Uint8Array[];
  readonly chainIndex: number;
  readonly parent: Uint8Array;
}

/** Reads the parts of the proof and moves the walk to its end. Throws a retryable ChainFault. */
export function readAuxPow(walk: ByteWalk): AuxPow {
  const coinbase = newPlaces();
  walkTransaction(walk, coinbase, null);
  // The hash of the parent, which follows from its header.
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

/** The root over a leaf at this position, from the sibling hashes on its path. */
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
 * The offset after the root. The root must follow the only merged-mining mark or, without a mark, begin within the
 * first 20 bytes; otherwise null. A parent can thus commit to one root only.
 */
function commitmentEnd(script: Buffer, root: Buffer): number | null {
  const at = script.indexOf(root);
  if (at < 0) return null;
  const mark = script.indexOf(mergedMark);
  const isPlaced = mark < 0 ? at <= 20 : mark + 4 === at && script.indexOf(mergedMark, mark + 1) < 0;
  return isPlaced ? at + root.length : null;
}

/** The position of a chain among `size` merged ones, computed from the parent's nonce in 32 bits, as nodes do. */
function placeOf(nonce: number, chainId: number, size: number): number {
  const step = (value: number) => (Math.imul(value, 1_103_515_245) + 12_345) | 0;
  return (step((step(nonce) + chainId) | 0) >>> 0) % size;
}
