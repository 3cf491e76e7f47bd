// The watched addresses of an EVM network: twenty bytes each, and a look-up straight from the hex text of an answer.
import type { WatchedSet } from '../chain.ts';

const words = 5;
const shardBits = 8;
const startSlots = 16;

/** The value of a hex digit of either case by its UTF-16 code; 255 for every other code, so that any text can be looked up. */
const digit = new Uint8Array(65_536).fill(255);
for (const [value, pair] of [
  '0',
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  'aA',
  'bB',
  'cC',
  'dD',
  'eE',
  'fF',
].entries())
  for (const character of pair) digit[character.charCodeAt(0)] = value;

/**
 * Open addressing with linear probing over 256 shards. Each shard grows by itself, so that adding an address never pauses
 * for more than a 256th of the set. The hash is keyed: merchants choose addresses, and must not choose where they collide.
 */
export class AddressTable implements WatchedSet {
  readonly #shards: Uint32Array[] = Array.from({ length: 1 << shardBits }, () => new Uint32Array(startSlots * words));
  readonly #counts = new Uint32Array(1 << shardBits);
  readonly #key = crypto.getRandomValues(new Uint32Array(words));
  /** The address last read, as five words, so that reading one allocates nothing. */
  readonly #read = new Uint32Array(words);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds '0x' and 40 hex digits of either case; adding it again changes nothing. The zero address (never anyone's) is refused. */
  add(address: string): void {
    if (address.length !== 42 || !address.startsWith('0x') || !this.#parse(address, 2))
      throw new TypeError('An EVM address is 0x and 40 hex digits');
    if (this.#read.every((word) => word === 0)) throw new TypeError('The zero address cannot be watched');
    const hash = this.#hash();
    const shard = hash >>> (32 - shardBits);
    if (this.#find(hash)) return;
    const count = (this.#counts[shard] as number) + 1;
    if (count * 10 > ((this.#shards[shard] as Uint32Array).length / words) * 7) this.#grow(shard);
    place(this.#shards[shard] as Uint32Array, hash, this.#read, 0);
    this.#counts[shard] = count;
    this.#size += 1;
  }

  /** Any text may be asked for; what is not an address is not watched. */
  has(address: string): boolean {
    return address.length === 42 && address.startsWith('0x') && this.hasAt(address, 2);
  }

  /** Whether the 40 hex digits at `offset` of `text` are a watched address. False where they are not all there. */
  hasAt(text: string, offset: number): boolean {
    return text.length >= offset + 40 && this.#parse(text, offset) && this.#find(this.#hash());
  }

  #parse(text: string, offset: number): boolean {
    const read = this.#read;
    let seen = 0;
    for (let word = 0, at = offset; word < words; word += 1, at += 8) {
      const a = digit[text.charCodeAt(at)] as number;
      const b = digit[text.charCodeAt(at + 1)] as number;
      const c = digit[text.charCodeAt(at + 2)] as number;
      const d = digit[text.charCodeAt(at + 3)] as number;
      const e = digit[text.charCodeAt(at + 4)] as number;
      const f = digit[text.charCodeAt(at + 5)] as number;
      const g = digit[text.charCodeAt(at + 6)] as number;
      const h = digit[text.charCodeAt(at + 7)] as number;
      seen |= a | b | c | d | e | f | g | h;
      read[word] = (a << 28) | (b << 24) | (c << 20) | (d << 16) | (e << 12) | (f << 8) | (g << 4) | h;
    }
    return seen < 16;
  }

  #hash(): number {
    const read = this.#read;
    const key = this.#key;
    let hash = 0;
    for (let word = 0; word < words; word += 1) {
      // Murmur3's finaliser after each word mixes every bit of it with the key into every bit of the hash.
      hash ^= (read[word] as number) ^ (key[word] as number);
      hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
      hash ^= hash >>> 16;
    }
    return hash >>> 0;
  }

  #find(hash: number): boolean {
    const table = this.#shards[hash >>> (32 - shardBits)] as Uint32Array;
    const read = this.#read;
    for (let at = slotOf(table, hash); ; at = at + words === table.length ? 0 : at + words) {
      if (
        table[at] === read[0] &&
        table[at + 1] === read[1] &&
        table[at + 2] === read[2] &&
        table[at + 3] === read[3] &&
        table[at + 4] === read[4]
      )
        return !isFree(table, at);
      if (isFree(table, at)) return false;
    }
  }

  #grow(shard: number): void {
    const old = this.#shards[shard] as Uint32Array;
    const grown = new Uint32Array(old.length * 2);
    const adding = this.#read.slice();
    for (let at = 0; at < old.length; at += words) {
      if (isFree(old, at)) continue;
      this.#read.set(old.subarray(at, at + words));
      place(grown, this.#hash(), old, at);
    }
    this.#read.set(adding);
    this.#shards[shard] = grown;
  }
}

/** Slots are a power of two; the hash's low bits choose one, its high bits having chosen the shard. */
function slotOf(table: Uint32Array, hash: number): number {
  return (hash & (table.length / words - 1)) * words;
}

function isFree(table: Uint32Array, at: number): boolean {
  return (
    ((table[at] as number) |
      (table[at + 1] as number) |
      (table[at + 2] as number) |
      (table[at + 3] as number) |
      (table[at + 4] as number)) ===
    0
  );
}

function place(table: Uint32Array, hash: number, from: Uint32Array, offset: number): void {
  let at = slotOf(table, hash);
  while (!isFree(table, at)) at = at + words === table.length ? 0 : at + words;
  for (let word = 0; word < words; word += 1) table[at + word] = from[offset + word] as number;
}
