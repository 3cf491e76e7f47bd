// A short text that is equal on two screens only if they ask for the same payment: same address, coin and amount.

/** The payment that a customer is asked to make. Addresses and amounts are written as in the API. */
export interface AskedPayment {
  readonly transactionId: string;
  readonly to: string;
  /** Symbols. */
  readonly network: string;
  readonly cryptocurrency: string;
  readonly amount: string;
}

/**
 * Four groups of four characters, such as '7K2M QX0D 91TB VW5E': the first 80 bits of SHA-256 (FIPS 180-4) over the
 * fields, in Crockford's base 32, which has no look-alike characters. Finding another address with the same text takes
 * about 2^80 tries.
 */
export function addressChecksum({ transactionId, to, network, cryptocurrency, amount }: AskedPayment): string {
  const digest = sha256(new TextEncoder().encode([transactionId, to, network, cryptocurrency, amount].join('\n')));
  let bits = digest.slice(0, 10).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (let at = 0; at < 16; at++, bits /= 32n) text = letters[Number(bits % 32n)] + text;
  return (text.match(/.{4}/g) as string[]).join(' ');
}

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns 32 bytes. Implemented here because pages over plain http, and pages that render synchronously, cannot use
 * crypto.subtle.
 */
export function sha256(message: Uint8Array): number[] {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const padded = new Uint8Array(length);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(length - 8, BigInt(message.length) * 8n);
  const state = firstWords(8, (prime) => fraction(prime, 1 / 2));
  for (let block = 0; block < length; block += 64) mix(state, view, block);
  return state.flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);
}

function mix(state: number[], view: DataView, block: number): void {
  const words: number[] = [];
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let round = 0; round < 64; round++) {
    words.push(round < 16 ? view.getInt32(block + round * 4) : scheduled(words));
    const choice = (e & f) ^ (~e & g);
    const first = (h + spin(e, 6, 11, 25) + choice + (constants[round] as number) + (words[round] as number)) | 0;
    const second = (spin(a, 2, 13, 22) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, at) => {
    state[at] = ((state[at] as number) + word) | 0;
  });
}

function scheduled(words: readonly number[]): number {
  const [near, far] = [words.at(-2) as number, words.at(-15) as number];
  const small = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
  const large = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
  return ((words.at(-16) as number) + small + (words.at(-7) as number) + large) | 0;
}

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));
const spin = (word: number, ...by: readonly [number, number, number]): number =>
  turn(word, by[0]) ^ turn(word, by[1]) ^ turn(word, by[2]);

/** The first 32 bits of the fractional part of a root. */
const fraction = (prime: number, power: number): number => ((prime ** power % 1) * 2 ** 32) | 0;

function firstWords(count: number, wordOf: (prime: number) => number): number[] {
  const primes: number[] = [];
  for (let next = 2; primes.length < count; next++) if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  return primes.map(wordOf);
}

const constants = firstWords(64, (prime) => fraction(prime, 1 / 3));
