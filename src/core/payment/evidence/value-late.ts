// Chooses the rate for money that came without an open attempt.
import type { LatePayments } from '../../app-settings.ts';
import { pow10 } from '../../money/decimal.ts';
import { type Rate, valueAtRate } from '../../money/rate.ts';
import { type InvoiceState, remainingOf } from '../invoice.ts';

export interface LateMoney {
  /** In smallest units. */
  readonly amount: bigint;
  readonly assetDecimals: number;
  readonly minorDecimals: number;
  /** The rate of the attempt it belongs to; null if the invoice had none with this asset. */
  readonly lockedRate: Rate | null;
  /** Today's rate; null if no source is fresh. */
  readonly currentRate: Rate | null;
  /** The value that it adds to the sum of its quote at the locked rate, in minor units; null if there was no quote. */
  readonly partValue: bigint | null;
  /** The locked rate applies to this payment too: it was paid in time and reversed, or it is a part of the quote. */
  readonly isPromised: boolean;
  /** The merchant assigned it to the invoice. */
  readonly isAssigned: boolean;
}

export type LateValue =
  | { readonly kind: 'locked' | 'current'; readonly rate: Rate }
  | { readonly kind: 'held' }
  | { readonly kind: 'rate_unavailable' };

/**
 * The rate at which a late payment is valued, or why it is not valued. A promised rate is kept. A payment that the
 * merchant assigns gets today's rate, unless the app keeps locked rates. accept_if_worth_the_due: today's rate, if the
 * value covers the remainder (less the tolerance). The last part of a quote may also cover its remainder at the locked
 * rate, if today's rate is not below that. If the rate did not move, exactly the quoted amount is worth the quoted
 * value.
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
