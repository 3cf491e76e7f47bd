// Compact block filters (BIP-158, basic): says of some scripts that a block holds none of them, from a fiftieth of it.
import { ChainFault } from '../../chain.ts';
import { ByteWalk } from '../blocks/byte-walk.ts';
import { type Halves, sipHash, sipKey } from './sip-hash.ts';

/** BIP-158, the parameters of the basic filter: bits of a remainder, and one false match in so many scripts. */
const remainderBits = 19;
const falseMatchOneIn = 784_931;
/** Up to here the arithmetic below is exact. A block of more, which somebody would have to make for it, is read. */
const mostScripts = 65_536;

/**
 * Whether the block with this hash (as shown) may hold one of these scripts, as an output's or as that of an output it
 * spends. False is certain, as far as the filter is that block's. Throws a retryable ChainFault for bytes that are no
 * filter.
 */
export function mayMatch(filter: Uint8Array, blockHash: string, scripts: Iterable<Uint8Array>): boolean {
  const walk = new ByteWalk(filter);
  // How many scripts are in it: a CompactSize, which ByteWalk bounds by what is left.
  const count = walk.count();
  if (count === 0) return false;
  if (count > mostScripts) return true;
  const wanted = hashedScripts(scripts, blockHash, count * falseMatchOneIn);
  const bits = new BitReader(filter, walk.at);
  let value = 0;
  let next = 0;
  for (let read = 0; read < count && next < wanted.length; read += 1) {
    value += bits.golombRice();
    while (next < wanted.length && (wanted[next] as number) < value) next += 1;
    if (wanted[next] === value) return true;
  }
  return false;
}

/** Each script's place among `range`, in order: its hash, keyed by the block, times the range, over 2^64 (BIP-158). */
function hashedScripts(scripts: Iterable<Uint8Array>, blockHash: string, range: number): Float64Array {
  const key = sipKey(Buffer.from(blockHash, 'hex').reverse());
  const hash: Halves = { high: 0, low: 0 };
  const places: number[] = [];
  for (const script of scripts) {
    sipHash(key, script, hash);
    places.push(multiplyHigh(hash, range));
  }
  return Float64Array.from(places).sort();
}

/** floor(hash × range / 2^64), by sixteen bits at a time so that nothing passes 2^53; `range` is below 2^36. */
function multiplyHigh({ high, low }: Halves, range: number): number {
  let carry = Math.floor(((low & 0xffff) * range) / 65_536);
  carry = Math.floor(((low >>> 16) * range + carry) / 65_536);
  carry = Math.floor(((high & 0xffff) * range + carry) / 65_536);
  return Math.floor(((high >>> 16) * range + carry) / 65_536);
}

/** Reads bits, the highest of each byte first. */
class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #bit = 7;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** A difference to the number before: ones up to a zero count 2^19 each, then 19 bits. */
  golombRice(): number {
    let quotient = 0;
    while (this.#next() === 1) quotient += 1;
    let remainder = 0;
    for (let left = remainderBits; left > 0; left -= 1) remainder = remainder * 2 + this.#next();
    return quotient * 2 ** remainderBits + remainder;
  }

  #next(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw notAFilter();
    const bit = (byte >>> this.#bit) & 1;
    this.#bit -= 1;
    if (this.#bit < 0) {
      this.#bit = 7;
      this.#at += 1;
    }
    return bit;
  }
}

function notAFilter(): ChainFault {
  return new ChainFault('The filter of a block is cut off, or is none', true);
}
