// Decides whether a customer could pay an invoice right now, and if not, why.
import { type InvoiceState, isPayable, remainingOf } from '../invoice.ts';

/**
 * `no_coin`: the app accepts no coin for this total; `no_address`: it has no address for its coins; `network_away`: no
 * network is available; `no_rate`: no rate is known; `below_minimum`: the total is less than a wallet can send in any
 * coin.
 */
export type PayableReason = 'no_coin' | 'no_address' | 'network_away' | 'no_rate' | 'below_minimum';

/** A coin that the app accepts for an invoice of this total. */
export interface Offer {
  readonly hasAddress: boolean;
  readonly isAvailable: boolean;
  readonly hasRate: boolean;
  readonly canBeSent: boolean;
}

const steps: readonly [PayableReason, (offer: Offer) => boolean][] = [
  ['no_address', ({ hasAddress }) => hasAddress],
  ['network_away', ({ isAvailable }) => isAvailable],
  ['no_rate', ({ hasRate }) => hasRate],
  ['below_minimum', ({ canBeSent }) => canBeSent],
];

/** The reason is null if the invoice is payable, and if nothing remains to be paid. */
export function payableWith(
  invoice: InvoiceState,
  offers: readonly Offer[],
): { readonly payable: boolean; readonly reason: PayableReason | null } {
  if (!isPayable(invoice)) return { payable: false, reason: null };
  if (offers.length === 0) return { payable: false, reason: 'no_coin' };
  let left = offers;
  for (const [reason, holds] of steps) {
    left = left.filter(holds);
    if (left.length === 0) return { payable: false, reason };
  }
  return { payable: true, reason: null };
}

/**
 * Whether the remainder can be paid in a coin, given the `least` amount that a wallet can send (smallest units). After
 * a first part it always can, since its quote is raised to that amount. `amountFor`: the coin's amount for a value in
 * minor units.
 */
export function canBePaid(invoice: InvoiceState, least: bigint, amountFor: (due: bigint) => bigint): boolean {
  return invoice.paid > 0n || invoice.pending > 0n || amountFor(remainingOf(invoice)) >= least;
}
