// Compact block filters (BIP-158, basic), which prove that a block contains none of some scripts in a fiftieth of its
// size.
import { ChainFault } from '../../chain.ts';
import { ByteWalk } from '../blocks/byte-walk.ts';
import { type Halves, sipHash, sipKey } from './sip-hash.ts';

/**
 * The parameters of the basic filter in BIP-158: the bits of a remainder, and the number of scripts per false match.
 */
const remainderBits = 19;
const falseMatchOneIn = 784_931;
/**
 * The arithmetic below is exact up to this number. A block with more scripts would have to be made for the purpose and
 * is read.
 */
const mostScripts = 65_536;

/**
 * Whether the block with this hash (as shown) may contain one of these scripts, in an output or in a spent output.
 * False is certain if the filter belongs to that block. Throws a retryable ChainFault for bytes that are not a filter.
 */
export function mayMatch(filter: Uint8Array, blockHash: string, scripts: Iterable<Uint8Array>): boolean {
  const walk = new ByteWalk(filter);
  // The number of scripts in the filter: a CompactSize, which ByteWalk limits by the bytes left.
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

/**
 * The sorted positions of the scripts within `range`: the hash of each, keyed by the block, times the range, over 2^64
 * (BIP-158).
 */
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

/** floor(hash × range / 2^64), in steps of sixteen bits so that no value exceeds 2^53; `range` is below 2^36. */
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

  /** The difference to the previous number: each one bit before a zero counts 2^19, then follow 19 bits. */
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
  return new ChainFault('The filter of a block is cut off or malformed', true);
}
