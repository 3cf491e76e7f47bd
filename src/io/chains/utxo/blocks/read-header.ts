// Reads the 80-byte header of a block of the UTXO family.
import type { BlockHeader } from '../../../../core/payment/transfer.ts';
import { ChainFault } from '../../chain.ts';
import { doubleHash, shown } from './hashes.ts';

export const headerLength = 80;

/** `merkleRoot` in internal byte order. `bits`: the target of its work, in compact form. */
export interface UtxoHeader extends BlockHeader {
  readonly version: number;
  readonly merkleRoot: Uint8Array;
  readonly bits: number;
}

/** The header of the block at height `number`, hashed here. Throws a retryable ChainFault if its hash is not `hash`. */
export function readUtxoHeader(bytes: Uint8Array, number: number, hash: string): UtxoHeader {
  if (bytes.length < headerLength) throw new ChainFault(`The header of block ${number} is cut off`, true);
  const own = shown(doubleHash(bytes.subarray(0, headerLength)));
  if (own !== hash) throw new ChainFault(`Requested block ${hash} and received block ${own}`, true);
  const view = new DataView(bytes.buffer, bytes.byteOffset, headerLength);
  return {
    number,
    hash,
    parentHash: shown(bytes.subarray(4, 36)),
    time: view.getUint32(68, true),
    version: view.getInt32(0, true),
    merkleRoot: bytes.subarray(36, 68),
    bits: view.getUint32(72, true),
  };
}

/** The header without the fields that only the checks of its work and its chain transactions need. */
export function plainHeader({ number, hash, parentHash, time }: UtxoHeader): BlockHeader {
  return { number, hash, parentHash, time };
}
