// Reads EVM addresses as people paste them, and writes them as wallets show them.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { LruMap } from 'toad-cache';
import type { Refusal } from '../codec.ts';

/** Bytes as text: 0x and two hex digits for each byte. */
export type Hex = `0x${string}`;

export interface EvmAddress {
  /** The address in lower case, as it is stored and compared. */
  readonly canonical: string;
}

export type AddressFault = 'not_an_address' | 'wrong_checksum' | 'zero_address';

/**
 * Reads an address of 0x and 40 hex digits. Digits of one case carry no checksum and are accepted. Mixed case must
 * match the EIP-55 checksum, because a mismatch means a typing error. The zero address is rejected: funds sent to it
 * are lost.
 */
export function readEvmAddress(text: string): EvmAddress | AddressFault {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return 'not_an_address';
  const canonical = text.toLowerCase();
  if (canonical === zeroAddress) return 'zero_address';
  const digits = text.slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || text === checksummedAddress(canonical) ? { canonical } : 'wrong_checksum';
}

/** The EIP-55 form of a canonical address: mixed case, how addresses are shown. */
export function checksummedAddress(canonical: string): string {
  let checksummed = shown.get(canonical);
  if (checksummed === undefined) {
    checksummed = checksummedOf(canonical);
    shown.set(canonical, checksummed);
  }
  return checksummed;
}

/**
 * Caches checksummed addresses. Every view of a payment shows some, and hashing them each time would take a tenth of
 * the API's work.
 */
const shown = new LruMap<string>(4_096);

/**
 * The canonical address of a public key (a point of secp256k1): the last twenty bytes of the hash of its coordinates
 * (Yellow Paper, appendix F).
 */
export function addressOfPoint(point: { toBytes(isCompressed: boolean): Uint8Array }): string {
  return `0x${bytesToHex(keccak_256(point.toBytes(false).subarray(1)).subarray(12))}`;
}

/** A letter is upper case if the hash of the digits, as ASCII, has 8 or more at the same position (EIP-55). */
function checksummedOf(canonical: string): string {
  const digits = canonical.slice(2);
  const hash = keccak_256(utf8ToBytes(digits));
  const isCapital = (at: number) => (((hash[at >> 1] as number) >> (at % 2 === 0 ? 4 : 0)) & 8) !== 0;
  return `0x${Array.from(digits, (digit, at) => (isCapital(at) ? digit.toUpperCase() : digit)).join('')}`;
}

const zeroAddress = `0x${'0'.repeat(40)}`;

/** The zero address, which has no owner. */
export const zeroAddressRefusal: Refusal = {
  code: 'zero_address',
  message: 'The zero address belongs to nobody: what is sent there is lost.',
};
