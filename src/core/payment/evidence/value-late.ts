// At which rate money is valued that came without an open attempt: the one place that decides it.
import type { LatePayments } from '../../app-settings.ts';
import { pow10 } from '../../money/decimal.ts';
import { type Rate, valueAtRate } from '../../money/rate.ts';
import { type InvoiceState, remainingOf } from '../invoice.ts';

export interface LateMoney {
  /** In smallest units. */
  readonly amount: bigint;
  readonly assetDecimals: number;
  readonly minorDecimals: number;
  /** The rate of the attempt it belongs to; null where the invoice had none with this asset. */
  readonly lockedRate: Rate | null;
  /** Today's rate, or null where no source is fresh. */
  readonly currentRate: Rate | null;
  /** Its difference to the sum of its quote at the locked rate, in minor units; null where nothing was quoted. */
  readonly partValue: bigint | null;
  /**
   * The locked rate was promised for this payment too: it was paid in time, and taken back, or is a part of what was
   * quoted.
   */
  readonly isPromised: boolean;
  /** The merchant says that it pays the invoice. */
  readonly isAssigned: boolean;
}

export type LateValue =
  | { readonly kind: 'locked' | 'current'; readonly rate: Rate }
  | { readonly kind: 'held' }
  | { readonly kind: 'rate_unavailable' };

/**
 * The rate at which a late payment is valued, or why it is not. What was promised is kept. What the merchant assigns is
 * worth today's rate, unless the app keeps locked ones. accept_if_worth_the_due: today's rate, if that covers what
 * remains (less the tolerance). The last part of a quote covers what the quote lacks: at the locked rate, which today's
 * must not be below. While the rate has not moved, exactly the quoted amount is worth what was quoted.
 */
export function valueLate(policy: LatePayments, money: LateMoney, invoice: InvoiceState): LateValue {
  const { lockedRate, currentRate } = money;
  const locked: LateValue | null = lockedRate === null ? null : { kind: 'locked', rate: lockedRate };
  const current: LateValue | null = currentRate === null ? null : { kind: 'current', rate: currentRate };
  if (money.isPromised && locked !== null) return locked;
  if (money.isAssigned)
    return (policy === 'accept_at_locked_rate' ? locked : null) ?? current ?? { kind: 'rate_unavailable' };
  switch (policy) {
    case 'hold':
      return { kind: 'held' };
    case 'accept_at_locked_rate':
      return locked ?? { kind: 'held' };
    case 'accept_if_worth_the_due':
      if (current !== null && covers(money, current.rate, invoice))
        return locked !== null && isUnmoved(money) && completesQuote(money, invoice) ? locked : current;
      return locked !== null && completesQuote(money, invoice) ? locked : { kind: 'held' };
  }
}

function completesQuote({ lockedRate, currentRate, partValue }: LateMoney, invoice: InvoiceState): boolean {
  if (lockedRate === null || currentRate === null || partValue === null) return false;
  const hasFallen = currentRate.value * pow10(lockedRate.scale) < lockedRate.value * pow10(currentRate.scale);
  return !hasFallen && partValue >= remainingOf(invoice) - invoice.tolerance;
}

function isUnmoved({ lockedRate, currentRate }: LateMoney): boolean {
  if (lockedRate === null || currentRate === null) return false;
  return currentRate.value * pow10(lockedRate.scale) === lockedRate.value * pow10(currentRate.scale);
}

function covers({ amount, assetDecimals, minorDecimals }: LateMoney, rate: Rate, invoice: InvoiceState): boolean {
  return valueAtRate(amount, assetDecimals, rate, minorDecimals) >= remainingOf(invoice) - invoice.tolerance;
}
