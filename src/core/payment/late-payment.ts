// What becomes of money that came without an open attempt, as the app wants it.
import type { LatePayments } from '../app-settings.ts';
import { type Rate, valueAtRate } from '../money/rate.ts';
import { type InvoiceState, remainingOf } from './invoice.ts';

export interface LateMoney {
  readonly amount: bigint;
  readonly assetDecimals: number;
  readonly minorDecimals: number;
  /** The rate of the attempt it belongs to. */
  readonly lockedRate: Rate;
  /** Today's rate, or null where no source is fresh. */
  readonly currentRate: Rate | null;
}

/**
 * The rate at which a late payment is valued, or null if it waits for the merchant.
 * accept_if_worth_the_due: at today's rate, if that covers what remains (less the tolerance).
 */
export function lateRate(policy: LatePayments, money: LateMoney, invoice: InvoiceState): Rate | null {
  switch (policy) {
    case 'hold':
      return null;
    case 'accept_at_locked_rate':
      return money.lockedRate;
    case 'accept_if_worth_the_due': {
      if (money.currentRate === null) return null;
      const value = valueAtRate(money.amount, money.assetDecimals, money.currentRate, money.minorDecimals);
      return value >= remainingOf(invoice) - invoice.tolerance ? money.currentRate : null;
    }
  }
}
