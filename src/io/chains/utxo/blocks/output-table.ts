// The set of outputs that a scan watches for spends, looked up straight from the bytes of a block's inputs.
import type { WatchedOutputs } from '../../chain.ts';

/** Bits of the filter in front of the outputs: 8 KiB. There are usually a few outputs, and thousands at most. */
const filterBits = 16;

/** A set of few outputs, looked up for every input of a block. Nearly all inputs are excluded by four bytes. */
export class OutputTable implements WatchedOutputs {
  #outpoints: ReadonlySet<string> = new Set();
  /** The outputs in a block's serialized form, by their first four bytes. */
  #serialized: ReadonlyMap<number, readonly Buffer[]> = new Map();
  readonly #filter = new Uint32Array(1 << (filterBits - 5));

  get size(): number {
    return this.#outpoints.size;
  }

  /** Takes outputs as '<txid>:<n>'. */
  replace(outpoints: Iterable<string>): void {
    this.#outpoints = new Set(outpoints);
    this.#serialized = Map.groupBy([...this.#outpoints].map(serialized), (bytes) => wordAt(bytes, 0));
    this.#filter.fill(0);
    for (const word of this.#serialized.keys()) {
      const bit = bitOf(word);
      this.#filter[bit >>> 5] = (this.#filter[bit >>> 5] as number) | (1 << (bit & 31));
    }
  }

  has(outpoint: string): boolean {
    return this.#outpoints.has(outpoint);
  }

  /** Whether the complete outpoint (36 bytes) at `at` is in the set. */
  hasAt(bytes: Uint8Array, at: number): boolean {
    const word = wordAt(bytes, at);
    const bit = bitOf(word);
    if (((this.#filter[bit >>> 5] as number) & (1 << (bit & 31))) === 0) return false;
    const spent = bytes.subarray(at, at + outpointLength);
    return this.#serialized.get(word)?.some((one) => one.equals(spent)) === true;
  }
}

export const outpointLength = 36;

/** The id in internal byte order, followed by the number of the output. */
function serialized(outpoint: string): Buffer {
  const [txid = '', output = ''] = outpoint.split(':');
  const bytes = Buffer.alloc(outpointLength);
  Buffer.from(txid, 'hex').reverse().copy(bytes);
  bytes.writeUInt32LE(Number(output), 32);
  return bytes;
}

function bitOf(word: number): number {
  return Math.imul(word, 0x9e3779b1) >>> (32 - filterBits);
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)) >>>
    0
  );
}
