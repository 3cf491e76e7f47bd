// Reads from its nonce how many chain transactions an address has sent.

import { malformed } from '../chain.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';

/**
 * Uses eth_getTransactionCount at the newest block; for a contract, the number of contracts that it has created. Throws
 * ChainFault.
 */
export async function transactionsSent(rotation: EndpointRotation, address: string): Promise<bigint> {
  const count = await rotation.call('eth_getTransactionCount', [address, 'latest']);
  if (typeof count !== 'string' || !/^0x[0-9a-f]{1,16}$/i.test(count))
    throw malformed(`eth_getTransactionCount answered ${JSON.stringify(count)?.slice(0, 100)}`);
  return BigInt(count);
}
