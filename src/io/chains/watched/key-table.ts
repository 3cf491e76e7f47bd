// A set of short keys of one length, kept as 32-bit words: millions of them, looked up without allocating.

const shardBits = 8;
/** Of the hash that remain to choose a slot, the rest having chosen the shard. */
const slotBits = 32 - shardBits;
const slotRange = 2 ** slotBits;
const firstSlots = 16;
/**
 * A shard grows by a third when it is fuller than this: then a key takes two thirds more memory than its own length at
 * most.
 */
const fullest = 0.7;
const growth = 4 / 3;

/**
 * Open addressing with linear probing over 256 shards. Each shard grows by itself, so that adding never pauses for more
 * than a 256th of the set. The hash is keyed: merchants choose what is in here, and must not choose where it collides.
 * A key of zeros alone is never in it.
 */
export class KeyTable {
  /** The key that is asked about or added: the caller writes it here first, so that nothing is allocated. */
  readonly entry: Uint32Array;
  readonly #width: number;
  readonly #shards: Uint32Array[];
  /** Of each shard, what its part of a hash is multiplied by to become a slot. */
  readonly #scales = new Float64Array(1 << shardBits).fill(firstSlots / slotRange);
  readonly #counts = new Uint32Array(1 << shardBits);
  readonly #hashKey: Uint32Array;
  #size = 0;

  /** `width` is the words of a key. */
  constructor(width: number) {
    this.#width = width;
    this.entry = new Uint32Array(width);
    this.#hashKey = crypto.getRandomValues(new Uint32Array(width));
    this.#shards = Array.from({ length: 1 << shardBits }, () => new Uint32Array(firstSlots * width));
  }

  get size(): number {
    return this.#size;
  }

  /** Makes room for so many at once: growing by and by leaves memory behind that is not given back. */
  reserve(count: number): void {
    const inShard = count / (1 << shardBits);
    // Keys are not spread quite evenly: six standard deviations more are in hardly any shard.
    const slots = Math.ceil((inShard + 6 * Math.sqrt(inShard)) / fullest);
    for (const [shard, table] of this.#shards.entries())
      if (slots * this.#width > table.length) this.#grow(shard, slots);
  }

  /** Whether `entry` is there. */
  has(): boolean {
    return this.#find(this.#hash());
  }

  /** Adds `entry`, which must not be all zeros; answers false where it was there already. */
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

  /** Every key. What is answered is a part of the table: it must neither be changed nor kept. */
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
      // Murmur3's finaliser after each word mixes every bit of it with the key into every bit of the hash.
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
      // A key of zeros is equal to a free slot, and is nowhere: what is free is asked first.
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

  /** The hash's high bits chose the shard; the others are spread over its slots, however many these are. */
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
