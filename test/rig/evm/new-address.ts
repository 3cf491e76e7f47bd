// Addresses of stories on an EVM network.
import { randomBytes } from 'node:crypto';
import { checksumAddress, type Hex } from 'viem';

/** In lower case; no other story has it. */
export function newAddress(): Hex {
  return `0x${randomBytes(20).toString('hex')}`;
}

/** As the API writes it. */
export function newShownAddress(): Hex {
  return checksumAddress(newAddress());
}
