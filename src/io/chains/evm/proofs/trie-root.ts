// Ethereum's encodings for hashing: RLP (Yellow Paper, appendix B), and the root by which a block's header commits to a
// list, a Merkle Patricia trie by index (appendix D).
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Hex } from '../../accounts/address.ts';

export type Rlp = Hex | readonly Rlp[];

interface Entry {
  /** The nibbles of the index in RLP, as hex digits. */
  readonly key: string;
  readonly value: Hex;
}

/** keccak256 of the empty text in RLP: the root of no items. */
const emptyRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

/** The root of a list of items, given as the bytes that the trie stores for each, in order. */
export function trieRoot(items: readonly Hex[]): Hex {
  if (items.length === 0) return emptyRoot;
  const entries = items.map((value, index): Entry => ({ key: rlp(quantityBytes(index)).slice(2), value }));
  entries.sort((one, other) => (one.key < other.key ? -1 : 1));
  return keccak256(rlp(nodeOf(entries, 0)));
}

/** `entries` are sorted and share their first `depth` nibbles. No key is a prefix of another. */
function nodeOf(entries: readonly Entry[], depth: number): readonly Rlp[] {
  const [first] = entries as readonly [Entry];
  const last = entries.at(-1) as Entry;
  if (entries.length === 1) return [compact(first.key.slice(depth), true), first.value];
  let shared = depth;
  while (first.key[shared] === last.key[shared]) shared += 1;
  if (shared > depth) return [compact(first.key.slice(depth, shared), false), referenceTo(nodeOf(entries, shared))];
  const branch: Rlp[] = Array.from({ length: 17 }, () => '0x');
  for (const [nibble, below] of Map.groupBy(entries, ({ key }) => Number.parseInt(key[depth] as string, 16)))
    branch[nibble] = referenceTo(nodeOf(below, depth + 1));
  return branch;
}

/** A node of less than 32 bytes is embedded in its parent. */
function referenceTo(node: readonly Rlp[]): Rlp {
  const bytes = rlp(node);
  return bytes.length < 2 + 64 ? node : keccak256(bytes);
}

/** Hex-prefix encoding (Yellow Paper, appendix C). */
function compact(nibbles: string, isLeaf: boolean): Hex {
  const isOdd = nibbles.length % 2 === 1;
  const flag = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0);
  return `0x${flag}${isOdd ? '' : '0'}${nibbles}`;
}

/** Keccak-256 of the bytes that the hex digits encode, in lower case. Throws if they do not encode bytes. */
export function keccak256(hex: Hex): Hex {
  return `0x${bytesToHex(keccak_256(hexToBytes(hex.slice(2))))}`;
}

/** The RLP encoding of an item of whole bytes, in lower or upper case. */
export function rlp(item: Rlp): Hex {
  return `0x${digitsOf(item)}`;
}

/** A number in the form of RLP: without leading zeros, and empty for zero. */
export function quantityBytes(value: number | bigint | string): Hex {
  const digits = BigInt(value).toString(16);
  return digits === '0' ? '0x' : `0x${evenly(digits)}`;
}

function digitsOf(item: Rlp): string {
  if (typeof item !== 'string') {
    const inside = item.map(digitsOf).join('');
    return header(0xc0, inside) + inside;
  }
  const digits = item.slice(2);
  const isItsOwnHeader = digits.length === 2 && Number.parseInt(digits, 16) < 0x80;
  return isItsOwnHeader ? digits : header(0x80, digits) + digits;
}

/** One byte for up to 55 bytes of content; otherwise one byte for the length of the length, and the length. */
function header(offset: number, content: string): string {
  const length = content.length / 2;
  if (length < 56) return (offset + length).toString(16);
  const long = evenly(length.toString(16));
  return (offset + 55 + long.length / 2).toString(16) + long;
}

function evenly(digits: string): string {
  return digits.length % 2 === 1 ? `0${digits}` : digits;
}
