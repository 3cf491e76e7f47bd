// Payment links for wallets and QR codes, after ERC-681.
import { checksummedAddress } from '../accounts/address.ts';

export interface EvmPayment {
  readonly chainId: number;
  /** The token's contract in canonical form, or '' for the native coin. */
  readonly contract: string;
  readonly recipient: string;
  /** Smallest units, or null if the payer chooses the amount. */
  readonly amount: bigint | null;
}

/**
 * Returns `ethereum:<to>@<chain id>?value=<wei>`, or `ethereum:<contract>@<chain
 * id>/transfer?address=<to>&uint256=<units>`. Amounts are written out in full, because wallets read exponents
 * differently. The chain id is always included, because wallets assume Ethereum without it.
 */
export function evmPaymentUri({ chainId, contract, recipient, amount }: EvmPayment): string {
  const to = checksummedAddress(recipient);
  if (contract === '') return `ethereum:${to}@${chainId}${amount === null ? '' : `?value=${amount}`}`;
  const units = amount === null ? '' : `&uint256=${amount}`;
  return `ethereum:${checksummedAddress(contract)}@${chainId}/transfer?address=${to}${units}`;
}
