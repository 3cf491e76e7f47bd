// Reads TRON addresses as people and nodes write them, and writes them as wallets show them.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { createBase58check } from '@scure/base';
import { readEvmAddress } from '../accounts/address.ts';

export type AddressFault = 'not_an_address' | 'wrong_checksum' | 'zero_address';

/**
 * Reads an address in any of its three forms and returns the stored form: 0x and the twenty bytes in lower case, as in
 * logs. Base58check (T…) must have a correct checksum. Hex comes with TRON's prefix 41 (as in the HTTP API, with or
 * without 0x), or as 0x and twenty bytes (as in the JSON-RPC API), where mixed case must match EIP-55. The zero address
 * is rejected: funds sent to it are lost. Source: developers.tron.network, "Accounts", address format.
 */
export function readTronAddress(text: string): { readonly canonical: string } | AddressFault {
  const bytes = text.startsWith('T') ? fromBase58(text) : fromHex(text);
  if (typeof bytes !== 'string') return bytes.fault;
  return bytes === zeroBytes ? 'zero_address' : { canonical: `0x${bytes}` };
}

/** The base58check form (T…) of a canonical address. */
export function shownTronAddress(canonical: string): string {
  return codec.encode(hexToBytes(`41${canonical.slice(2)}`));
}

/** The canonical form of an address in the HTTP API: 41 and twenty bytes in hex. Null for anything else. */
export function canonicalOfPrefixed(hex: unknown): string | null {
  return typeof hex === 'string' && /^41[0-9a-fA-F]{40}$/.test(hex) ? `0x${hex.slice(2).toLowerCase()}` : null;
}

const codec = createBase58check(sha256);
const zeroBytes = '0'.repeat(40);

function fromBase58(text: string): string | { readonly fault: AddressFault } {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text)) return { fault: 'not_an_address' };
  try {
    const payload = codec.decode(text);
    if (payload.length !== 21 || payload[0] !== 0x41) return { fault: 'not_an_address' };
    return bytesToHex(payload.subarray(1));
  } catch {
    return { fault: 'wrong_checksum' };
  }
}

function fromHex(text: string): string | { readonly fault: AddressFault } {
  const prefixed = canonicalOfPrefixed(text.replace(/^0x(?=[0-9a-fA-F]{42}$)/, ''));
  if (prefixed !== null) return prefixed.slice(2);
  const read = readEvmAddress(text);
  return typeof read === 'string' ? { fault: read } : read.canonical.slice(2);
}
