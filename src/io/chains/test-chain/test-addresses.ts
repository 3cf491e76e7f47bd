// Addresses and hashes of the test chain, in the form of EVM.
import { createHash } from 'node:crypto';

/**
 * A receiving address without a key. The 24 zeros make every network of the family refuse it as one that cannot be
 * spent from, so it receives nothing of value. `random`: a UUIDv4.
 */
export function testAddress(random: string): string {
  return `0x7e57${'0'.repeat(24)}${random.replaceAll('-', '').slice(-12)}`;
}

/** The wallet of the customer of an invoice, which pays on the test chain. It is the same for all its attempts. */
export function testWallet(invoiceId: string): string {
  return `0x7e57${createHash('sha256').update(`customer of ${invoiceId}`).digest('hex').slice(0, 36)}`;
}

/** A hash over these words, `0x` and 64 hexadecimal digits. */
export function testHash(...words: readonly string[]): string {
  return `0x${createHash('sha256').update(words.join(' ')).digest('hex')}`;
}
