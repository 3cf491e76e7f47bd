// The watched addresses of a UTXO network as scripts, looked up straight from the bytes of a block.
import type { WatchedSet } from '../../chain.ts';
import { KeyTable } from '../../watched/key-table.ts';
import { readUtxoAddress } from '../addresses/read-address.ts';
import { payloadPlace, type ScriptKind, scriptOf } from '../addresses/script.ts';
import type { UtxoParams } from '../params.ts';
import { OutputTable } from './output-table.ts';

/** Bits of the filter in front of the tables: 512 KiB, which fit the processor's cache, unlike the tables. */
const filterBits = 22;

export class ScriptTable implements WatchedSet {
  readonly outputs = new OutputTable();
  readonly #params: UtxoParams;
  /** Each entry is the number of the kind, followed by the payload's words. */
  readonly #short = new KeyTable(1 + 5);
  readonly #long = new KeyTable(1 + 8);
  /** Excludes nearly every script that is not watched, by four of its bytes. */
  readonly #filter = new Uint32Array(1 << (filterBits - 5));
  readonly #key = crypto.getRandomValues(new Uint32Array(1))[0] as number;

  constructor(params: UtxoParams) {
    this.#params = params;
  }

  get size(): number {
    return this.#short.size + this.#long.size;
  }

  /** Adds an address of the network; adding it again changes nothing. Throws a TypeError for any other text. */
  add(address: string): void {
    const read = readUtxoAddress(address, this.#params);
    if ('message' in read) throw new TypeError(`${address} cannot be watched: ${read.message}`);
    const { kind, payload } = read;
    const table = this.#read(payload, 0, kind);
    const bit = this.#bitOf(table.entry[1] as number);
    this.#filter[bit >>> 5] = (this.#filter[bit >>> 5] as number) | (1 << (bit & 31));
    table.add();
  }

  /** Nearly all addresses have payloads of twenty bytes. */
  reserve(count: number): void {
    this.#short.reserve(count);
  }

  /** Accepts any text; returns false for text that is not an address. */
  has(address: string): boolean {
    const read = readUtxoAddress(address, this.#params);
    return !('message' in read) && this.#read(read.payload, 0, read.kind).has();
  }

  /** Whether the complete script of this kind at `at` pays a watched address. */
  paysAt(bytes: Uint8Array, at: number, kind: ScriptKind): boolean {
    const payloadAt = at + payloadPlace[kind].offset;
    const bit = this.#bitOf(wordAt(bytes, payloadAt));
    if (((this.#filter[bit >>> 5] as number) & (1 << (bit & 31))) === 0) return false;
    return this.#read(bytes, payloadAt, kind).has();
  }

  /** The scripts of all watched addresses, in no order. */
  *scripts(): Generator<Uint8Array> {
    for (const table of [this.#short, this.#long])
      for (const [kindNumber, ...words] of table.keys()) {
        const payload = Buffer.alloc(words.length * 4);
        for (const [at, word] of words.entries()) payload.writeUInt32BE(word, at * 4);
        yield scriptOf({ kind: kindsByNumber.get(kindNumber as number) as ScriptKind, payload });
      }
  }

  #bitOf(word: number): number {
    return Math.imul(word ^ this.#key, 0x9e3779b1) >>> (32 - filterBits);
  }

  /** The table for this kind, with these bytes as its entry. */
  #read(bytes: Uint8Array, at: number, kind: ScriptKind): KeyTable {
    const table = payloadPlace[kind].length === 20 ? this.#short : this.#long;
    const { entry } = table;
    entry[0] = kindNumbers[kind];
    for (let word = 1; word < entry.length; word += 1) entry[word] = wordAt(bytes, at + (word - 1) * 4);
    return table;
  }
}

const kindNumbers: Readonly<Record<ScriptKind, number>> = { p2pkh: 1, p2sh: 2, p2wpkh: 3, p2wsh: 4, p2tr: 5 };
const kindsByNumber = new Map(Object.entries(kindNumbers).map(([kind, number]) => [number, kind as ScriptKind]));

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (((bytes[at] as number) << 24) |
      ((bytes[at + 1] as number) << 16) |
      ((bytes[at + 2] as number) << 8) |
      (bytes[at + 3] as number)) >>>
    0
  );
}
