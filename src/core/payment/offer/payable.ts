// Whether a customer could pay an invoice right now, and what is missing where not.
import { type InvoiceState, isPayable, remainingOf } from '../invoice.ts';

/**
 * `no_coin`: the app takes none for this total; `no_address`: it has none where it takes one; `network_away`;
 * `no_rate`; `below_minimum`: the total is less than a wallet can send in any coin.
 */
export type PayableReason = 'no_coin' | 'no_address' | 'network_away' | 'no_rate' | 'below_minimum';

/** A coin that the app takes for an invoice of this total. */
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

/** The reason is null where it is payable, and where nothing is to be paid any more. */
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
 * Whether the remainder can be paid in a coin of which a wallet sends no less than `least` (smallest units). After a
 * first part it always can: its quote is raised to that. `amountFor`: the coin's amount for a value in minor units.
 */
export function canBePaid(invoice: InvoiceState, least: bigint, amountFor: (due: bigint) => bigint): boolean {
  return invoice.paid > 0n || invoice.pending > 0n || amountFor(remainingOf(invoice)) >= least;
}
