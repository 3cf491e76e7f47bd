// Payment links for TRON wallets. They have no standard, so a link contains only parts that no wallet can misread.
import { formatUnits } from '../../../core/money/decimal.ts';
import { shownTronAddress } from './address.ts';

export interface TronPayment {
  readonly recipient: string;
  /** The token's contract in canonical form, or '' for TRX. */
  readonly contract: string;
  /** Smallest units, or null if the payer chooses the amount. */
  readonly amount: bigint | null;
  readonly decimals: number;
}

/**
 * Returns `tron:<address>?amount=<TRX>` for TRX, the form that payment plugins and wallets use (no TIP describes it).
 * For a token, only `tron:<address>`: wallets do not agree on how to name a token, and a wallet that ignored the name
 * would offer to send the amount in TRX.
 */
export function tronPaymentUri({ recipient, contract, amount, decimals }: TronPayment): string {
  const to = `tron:${shownTronAddress(recipient)}`;
  return contract === '' && amount !== null ? `${to}?amount=${formatUnits(amount, decimals)}` : to;
}
