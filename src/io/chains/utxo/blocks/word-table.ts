// A set of short byte strings of one length, kept as 32-bit words: millions of them, looked up without allocating.

const shardBits = 8;
const startSlots = 16;

/**
 * Open addressing with linear probing over 256 shards. Each shard grows by itself, so that adding never pauses for more than a 256th of the
 * set. The hash is keyed: merchants choose what is in here, and must not choose where it collides. The first word of an entry is never zero.
 */
export class WordTable {
  /** The entry that is asked about or added: the caller writes it here first. */
  readonly entry: Uint32Array;
  readonly #width: number;
  readonly #shards: Uint32Array[];
  readonly #counts = new Uint32Array(1 << shardBits);
  readonly #key: Uint32Array;

  /** `width` is the words of an entry. */
  constructor(width: number) {
    this.#width = width;
    this.entry = new Uint32Array(width);
    this.#key = crypto.getRandomValues(new Uint32Array(width));
    this.#shards = Array.from({ length: 1 << shardBits }, () => new Uint32Array(startSlots * width));
  }

  /** Whether `entry` is there. */
  has(): boolean {
    return this.#find(this.#hash());
  }

  /** Adds `entry`; answers false where it was there already. */
  add(): boolean {
    const hash = this.#hash();
    if (this.#find(hash)) return false;
    const shard = hash >>> (32 - shardBits);
    const count = (this.#counts[shard] as number) + 1;
    const slots = (this.#shards[shard] as Uint32Array).length / this.#width;
    if (count * 10 > slots * 7) this.#grow(shard);
    this.#place(this.#shards[shard] as Uint32Array, hash, this.entry, 0);
    this.#counts[shard] = count;
    return true;
  }

  #hash(): number {
    const entry = this.entry;
    const key = this.#key;
    let hash = 0;
    for (let word = 0; word < entry.length; word += 1) {
      // Murmur3's finaliser after each word mixes every bit of it with the key into every bit of the hash.
      hash ^= (entry[word] as number) ^ (key[word] as number);
      hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
      hash ^= hash >>> 16;
    }
    return hash >>> 0;
  }

  #find(hash: number): boolean {
    const table = this.#shards[hash >>> (32 - shardBits)] as Uint32Array;
    const { entry } = this;
    const width = this.#width;
    for (let at = this.#slotOf(table, hash); table[at] !== 0; at = at + width === table.length ? 0 : at + width) {
      let word = 0;
      while (word < width && table[at + word] === entry[word]) word += 1;
      if (word === width) return true;
    }
    return false;
  }

  #grow(shard: number): void {
    const old = this.#shards[shard] as Uint32Array;
    const grown = new Uint32Array(old.length * 2);
    const adding = this.entry.slice();
    for (let at = 0; at < old.length; at += this.#width) {
      if (old[at] === 0) continue;
      this.entry.set(old.subarray(at, at + this.#width));
      this.#place(grown, this.#hash(), old, at);
    }
    this.entry.set(adding);
    this.#shards[shard] = grown;
  }

  /** Slots are a power of two; the hash's low bits choose one, its high bits having chosen the shard. */
  #slotOf(table: Uint32Array, hash: number): number {
    return (hash & (table.length / this.#width - 1)) * this.#width;
  }

  #place(table: Uint32Array, hash: number, from: Uint32Array, offset: number): void {
    const width = this.#width;
    let at = this.#slotOf(table, hash);
    while (table[at] !== 0) at = at + width === table.length ? 0 : at + width;
    for (let word = 0; word < width; word += 1) table[at + word] = from[offset + word] as number;
  }
}
