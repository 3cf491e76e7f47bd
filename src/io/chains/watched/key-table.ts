// A set of short keys of equal length, kept as 32-bit words. It holds millions of keys and is searched without
// allocating.

const shardBits = 8;
/** The bits of the hash that choose a slot; the others choose the shard. */
const slotBits = 32 - shardBits;
const slotRange = 2 ** slotBits;
const firstSlots = 16;
/**
 * A shard that is fuller than this grows by a third. A key then takes at most two thirds more memory than its own
 * length.
 */
const fullest = 0.7;
const growth = 4 / 3;

/**
 * Open addressing with linear probing over 256 shards. Each shard grows separately, so adding a key never rehashes more
 * than a 256th of the set. The hash is keyed, because merchants choose the keys and must not be able to force
 * collisions. A key of all zeros is never in the set.
 */
export class KeyTable {
  /** The key to look up or add. The caller writes it here first, so that nothing is allocated. */
  readonly entry: Uint32Array;
  readonly #width: number;
  readonly #shards: Uint32Array[];
  /** By shard, the factor that turns its part of a hash into a slot. */
  readonly #scales = new Float64Array(1 << shardBits).fill(firstSlots / slotRange);
  readonly #counts = new Uint32Array(1 << shardBits);
  readonly #hashKey: Uint32Array;
  #size = 0;

  /** `width` is the number of words in a key. */
  constructor(width: number) {
    this.#width = width;
    this.entry = new Uint32Array(width);
    this.#hashKey = crypto.getRandomValues(new Uint32Array(width));
    this.#shards = Array.from({ length: 1 << shardBits }, () => new Uint32Array(firstSlots * width));
  }

  get size(): number {
    return this.#size;
  }

  /** Allocates room for this many keys at once; growing step by step leaves memory that is never returned. */
  reserve(count: number): void {
    const inShard = count / (1 << shardBits);
    // Keys are not spread evenly; hardly any shard has more than six standard deviations above the mean.
    const slots = Math.ceil((inShard + 6 * Math.sqrt(inShard)) / fullest);
    for (const [shard, table] of this.#shards.entries())
      if (slots * this.#width > table.length) this.#grow(shard, slots);
  }

  /** Whether `entry` is there. */
  has(): boolean {
    return this.#find(this.#hash());
  }

  /** Adds `entry`, which must not be all zeros; returns false if it was already in the set. */
  add(): boolean {
    const hash = this.#hash();
    if (this.#find(hash)) return false;
    const shard = hash >>> slotBits;
    const count = (this.#counts[shard] as number) + 1;
    const slots = (this.#shards[shard] as Uint32Array).length / this.#width;
    if (count > slots * fullest) this.#grow(shard, Math.ceil(slots * growth));
    this.#place(this.#shards[shard] as Uint32Array, hash);
    this.#counts[shard] = count;
    this.#size += 1;
    return true;
  }

  /** All keys. Each returned array is a view of the table, which must not be changed or kept. */
  *keys(): Generator<Uint32Array> {
    for (const table of this.#shards)
      for (let at = 0; at < table.length; at += this.#width)
        if (!isFree(table, at, this.#width)) yield table.subarray(at, at + this.#width);
  }

  #hash(): number {
    const entry = this.entry;
    const hashKey = this.#hashKey;
    let hash = 0;
    for (let word = 0; word < entry.length; word += 1) {
      // Murmur3's finaliser after each word mixes each of its bits with the key into all bits of the hash.
      hash ^= (entry[word] as number) ^ (hashKey[word] as number);
      hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
      hash ^= hash >>> 16;
    }
    return hash >>> 0;
  }

  #find(hash: number): boolean {
    const table = this.#shards[hash >>> slotBits] as Uint32Array;
    const entry = this.entry;
    const width = entry.length;
    const first = entry[0];
    for (let at = this.#placeOf(hash); ; at = at + width === table.length ? 0 : at + width) {
      const found = table[at];
      // A key of zeros looks like a free slot and is never in the set, so free slots are checked first.
      if (found === 0 && isFree(table, at, width)) return false;
      if (found !== first) continue;
      let word = 1;
      while (word < width && table[at + word] === entry[word]) word += 1;
      if (word === width) return true;
    }
  }

  #grow(shard: number, slots: number): void {
    const old = this.#shards[shard] as Uint32Array;
    const grown = new Uint32Array(slots * this.#width);
    this.#scales[shard] = slots / slotRange;
    const adding = this.entry.slice();
    for (let at = 0; at < old.length; at += this.#width) {
      if (isFree(old, at, this.#width)) continue;
      this.entry.set(old.subarray(at, at + this.#width));
      this.#place(grown, this.#hash());
    }
    this.entry.set(adding);
    this.#shards[shard] = grown;
  }

  /** The hash's high bits choose the shard; the others spread over its slots, whatever their number. */
  #placeOf(hash: number): number {
    return (((hash & (slotRange - 1)) * (this.#scales[hash >>> slotBits] as number)) | 0) * this.#width;
  }

  #place(table: Uint32Array, hash: number): void {
    const width = this.#width;
    let at = this.#placeOf(hash);
    while (!isFree(table, at, width)) at = at + width === table.length ? 0 : at + width;
    table.set(this.entry, at);
  }
}

function isFree(table: Uint32Array, at: number, width: number): boolean {
  for (let word = 0; word < width; word += 1) if (table[at + word] !== 0) return false;
  return true;
}
