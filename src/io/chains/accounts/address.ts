// Reads EVM addresses as people paste them, and writes them as wallets show them.
import { checksum } from 'ox/Address';
import type { Refusal } from '../codec.ts';

export interface EvmAddress {
  /** Lower case: how addresses are stored and compared. */
  readonly canonical: string;
}

export type AddressFault = 'not_an_address' | 'wrong_checksum' | 'zero_address';

/**
 * Reads 0x and 40 hex digits. All one case carries no checksum and is taken; mixed case must be right by EIP-55, since
 * a wrong one means a mistyped address. The zero address is refused: what is sent there is nobody's.
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
  return checksum(canonical);
}

const zeroAddress = `0x${'0'.repeat(40)}`;

/** The address of nobody: twenty bytes of zero. */
export const zeroAddressRefusal: Refusal = {
  code: 'zero_address',
  message: 'The zero address belongs to nobody: what is sent there is lost.',
};
