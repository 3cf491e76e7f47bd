// The watched addresses of networks with accounts: twenty bytes each, and a look-up straight from the hex text of an
// answer.
import type { WatchedSet } from '../chain.ts';
import { KeyTable } from '../watched/key-table.ts';

const words = 5;

/**
 * The value of a hex digit of either case by its UTF-16 code; 255 for every other code, so that any text can be looked
 * up.
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

/** Keyed by the twenty bytes of an address; the zero address, which is never anyone's, is in no set. */
export class AddressTable implements WatchedSet {
  readonly #table = new KeyTable(words);

  get size(): number {
    return this.#table.size;
  }

  /**
   * Adds '0x' and 40 hex digits of either case; adding it again changes nothing. Throws a TypeError for any other text.
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

  /** Any text may be asked for; what is not an address is not watched. */
  has(address: string): boolean {
    return address.length === 42 && address.startsWith('0x') && this.hasAt(address, 2);
  }

  /** Whether the 40 hex digits at `offset` of `text` are a watched address. False where they are not all there. */
  hasAt(text: string, offset: number): boolean {
    return text.length >= offset + 40 && this.#parse(text, offset) && this.#table.has();
  }

  /** Makes these digits the table's entry; false, with no use of the entry, where they are not all hex. */
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
