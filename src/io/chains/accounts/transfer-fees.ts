// What a transfer costs its sender about, on chains with accounts: the price of gas, times what a transfer uses.
import type { TransferFees } from '../chain.ts';
import { unlessRefused } from '../endpoint-fault.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';
import { readAmount } from './raw.ts';

/** Units of gas that a transfer uses to an address that has held none before; null where it is not paid in gas. */
export interface TransferGas {
  readonly coin: bigint | null;
  readonly token: bigint;
}

/** By eth_gasPrice, which is nobody's promise; null where no endpoint tells. Throws ChainFault. */
export async function transferFees(rotation: EndpointRotation, gas: TransferGas): Promise<TransferFees | null> {
  const answer = await unlessRefused(rotation.call('eth_gasPrice', []));
  if (answer === null) return null;
  const price = readAmount(answer, 'price of gas');
  return { coin: gas.coin === null ? null : gas.coin * price, token: gas.token * price };
}
