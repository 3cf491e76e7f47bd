// The bloom filter in a block's header, which shows without the logs whether a contract can have emitted an event.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import type { Hex } from '../../accounts/address.ts';

/**
 * The three bits that an address or topic sets: the low 11 bits of the first three 16-bit words of its hash (Yellow
 * Paper §4.4.3).
 */
export function bloomBits(item: Hex): readonly number[] {
  const hash = keccak_256(hexToBytes(item.slice(2)));
  return [0, 2, 4].map((at) => (((hash[at] as number) << 8) | (hash[at + 1] as number)) & 2047);
}

/**
 * Whether all these bits are set in a logsBloom of 256 bytes in hex. True may be chance; false is certain, except on
 * networks that leave the filter empty, as TRON does.
 */
export function mayHold(bloom: string, bits: readonly number[]): boolean {
  if (bloom.length !== 514) return false;
  // Bit 0 is the lowest bit of the last hex digit.
  return bits.every((bit) => (Number.parseInt(bloom[513 - (bit >> 2)] as string, 16) & (1 << (bit & 3))) !== 0);
}
