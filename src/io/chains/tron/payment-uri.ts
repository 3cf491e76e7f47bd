// Payment links for TRON wallets: there is no standard for them, so they hold no more than wallets cannot misread.
import { formatUnits } from '../../../core/money/decimal.ts';
import { shownTronAddress } from './address.ts';

export interface TronPayment {
  readonly recipient: string;
  /** The token's contract in canonical form, or '' for TRX. */
  readonly contract: string;
  /** Smallest units, or null for a payment of the payer's choice. */
  readonly amount: bigint | null;
  readonly decimals: number;
}

/**
 * `tron:<address>?amount=<TRX>` for TRX, in the form that payment plugins and wallets use among themselves (no TIP
 * describes it). For a token only `tron:<address>`: wallets do not agree on how to name one, and a wallet that
 * overlooked it would offer to send the amount in TRX.
 */
export function tronPaymentUri({ recipient, contract, amount, decimals }: TronPayment): string {
  const to = `tron:${shownTronAddress(recipient)}`;
  return contract === '' && amount !== null ? `${to}?amount=${formatUnits(amount, decimals)}` : to;
}
