// Estimates the cost of a transfer on chains with accounts: the gas price times the gas that it uses.
import type { TransferFees } from '../chain.ts';
import { unlessRefused } from '../endpoint-fault.ts';
import type { EndpointRotation } from '../endpoint-rotation.ts';
import { readAmount } from './raw.ts';

/** Units of gas for a transfer to an address that has held none of the asset before; null if it is not paid in gas. */
export interface TransferGas {
  readonly coin: bigint | null;
  readonly token: bigint;
}

/** Uses eth_gasPrice, which is only an estimate; null if no endpoint answers it. Throws ChainFault. */
export async function transferFees(rotation: EndpointRotation, gas: TransferGas): Promise<TransferFees | null> {
  const answer = await unlessRefused(rotation.call('eth_gasPrice', []));
  if (answer === null) return null;
  const price = readAmount(answer, 'price of gas');
  return { coin: gas.coin === null ? null : gas.coin * price, token: gas.token * price };
}
