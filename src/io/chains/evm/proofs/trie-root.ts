// The root under which a block's header commits to a list: a Merkle Patricia trie by index (Yellow Paper, appendix D).
import { keccak256 } from 'ox/Hash';
import type { Hex } from 'ox/Hex';
import { fromHex } from 'ox/Rlp';

type Rlp = Hex | readonly Rlp[];

interface Entry {
  /** The nibbles of the index in RLP, as hex digits. */
  readonly key: string;
  readonly value: Hex;
}

/** keccak256 of the empty text in RLP: the root of no items. */
const emptyRoot = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

/** Of items in their order, each the bytes that the trie holds of it. */
export function trieRoot(items: readonly Hex[]): Hex {
  if (items.length === 0) return emptyRoot;
  const entries = items.map((value, index): Entry => ({ key: encode(quantityBytes(index)).slice(2), value }));
  entries.sort((one, other) => (one.key < other.key ? -1 : 1));
  return keccak256(encode(nodeOf(entries, 0)));
}

/** `entries`: sorted, and alike in their first `depth` nibbles. No key is the beginning of another. */
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

/** A node of less than 32 bytes stands in its parent itself. */
function referenceTo(node: readonly Rlp[]): Rlp {
  const bytes = encode(node);
  return bytes.length < 2 + 64 ? node : keccak256(bytes);
}

/** Hex-prefix encoding (Yellow Paper, appendix C). */
function compact(nibbles: string, isLeaf: boolean): Hex {
  const isOdd = nibbles.length % 2 === 1;
  const flag = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0);
  return `0x${flag}${isOdd ? '' : '0'}${nibbles}`;
}

export function encode(item: Rlp): Hex {
  return fromHex(item as Hex, { as: 'Hex' });
}

/** A number as RLP takes it: no leading zeros, and nothing for zero. */
export function quantityBytes(value: number | bigint | string): Hex {
  const digits = BigInt(value).toString(16);
  if (digits === '0') return '0x';
  return `0x${digits.length % 2 === 1 ? '0' : ''}${digits}`;
}
