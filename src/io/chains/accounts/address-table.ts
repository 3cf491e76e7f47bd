// The watched addresses of networks with accounts: twenty bytes each, looked up straight from the hex text of a
// response.
import type { WatchedSet } from '../chain.ts';
import { KeyTable } from '../watched/key-table.ts';

const words = 5;

/**
 * Maps the UTF-16 code of a hex digit, in either case, to its value. Every other code maps to 255, so any text can be
 * looked up.
 */
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

/** A set of addresses, keyed by their twenty bytes. The zero address has no owner and cannot be added. */
export class AddressTable implements WatchedSet {
  readonly #table = new KeyTable(words);

  get size(): number {
    return this.#table.size;
  }

  /**
   * Adds an address of '0x' and 40 hex digits in either case; adding it again changes nothing. Throws a TypeError for
   * any other text.
   */
  add(address: string): void {
    if (address.length !== 42 || !address.startsWith('0x') || !this.#parse(address, 2))
      throw new TypeError('An EVM address is 0x and 40 hex digits');
    if (this.#table.entry.every((word) => word === 0)) throw new TypeError('The zero address cannot be watched');
    this.#table.add();
  }

  reserve(count: number): void {
    this.#table.reserve(count);
  }

  /** Accepts any text; returns false for text that is not an address. */
  has(address: string): boolean {
    return address.length === 42 && address.startsWith('0x') && this.hasAt(address, 2);
  }

  /** Whether the 40 hex digits at `offset` of `text` are a watched address. False if the text ends before. */
  hasAt(text: string, offset: number): boolean {
    return text.length >= offset + 40 && this.#parse(text, offset) && this.#table.has();
  }

  /**
   * Loads these digits into the table's entry. Returns false if one of them is not a hex digit; the entry is then not
   * valid.
   */
  #parse(text: string, offset: number): boolean {
    const { entry } = this.#table;
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
      entry[word] = (a << 28) | (b << 24) | (c << 20) | (d << 16) | (e << 12) | (f << 8) | (g << 4) | h;
    }
    return seen < 16;
  }
}
