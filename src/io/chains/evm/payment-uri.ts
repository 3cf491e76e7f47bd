// Payment links for wallets and QR codes, after ERC-681.
import { checksummedAddress } from '../accounts/address.ts';

export interface EvmPayment {
  readonly chainId: number;
  /** The token's contract in canonical form, or '' for the native coin. */
  readonly contract: string;
  readonly recipient: string;
  /** Smallest units, or null for a payment of the payer's choice. */
  readonly amount: bigint | null;
}

/**
 * `ethereum:<to>@<chain id>?value=<wei>`, or `ethereum:<contract>@<chain id>/transfer?address=<to>&uint256=<units>`.
 * Amounts are written out in full: wallets differ in what they make of exponents. The chain id is always there: without
 * it, wallets take Ethereum's.
 */
export function evmPaymentUri({ chainId, contract, recipient, amount }: EvmPayment): string {
  const to = checksummedAddress(recipient);
  if (contract === '') return `ethereum:${to}@${chainId}${amount === null ? '' : `?value=${amount}`}`;
  const units = amount === null ? '' : `&uint256=${amount}`;
  return `ethereum:${checksummedAddress(contract)}@${chainId}/transfer?address=${to}${units}`;
}
