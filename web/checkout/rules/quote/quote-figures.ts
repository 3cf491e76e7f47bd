// Figures of a quote: its value, and the parts of it that arrived and are missing.
import { formatFixed, formatUnits } from '../../../../src/core/money/decimal.ts';
import { parseRate, valueAtRate } from '../../../../src/core/money/rate.ts';
import { approximateAmount, decimalsOf, units } from '../figures.ts';
import type { Transaction } from '../payment-objects.ts';

/**
 * The value of a quote at its own rate, with the decimals of `total`; rounded down, as it is credited. Null if nothing
 * was quoted.
 */
export function quotedValue({ amount, rate }: Pick<Transaction, 'amount' | 'rate'>, total: string): string | null {
  const price = parseRate(rate);
  if (amount === null || price === null) return null;
  const [decimals, minor] = [decimalsOf(amount), decimalsOf(total)];
  return formatFixed(valueAtRate(units(amount, decimals), decimals, price, minor), minor);
}

/** By how much `amount` exceeds `other`, with their decimals; null if it does not. */
export function fiatDifference(amount: string, other: string): string | null {
  const digits = Math.max(decimalsOf(amount), decimalsOf(other));
  const more = units(amount, digits) - units(other, digits);
  return more > 0n ? formatFixed(more, digits) : null;
}

/** The part of `amount` that has not arrived: null if nothing is known to have arrived, or nothing is missing. */
export function shortfall(amount: string | null, received: string | null | undefined): string | null {
  if (amount === null || received === null || received === undefined) return null;
  const digits = Math.max(decimalsOf(amount), decimalsOf(received));
  const missing = units(amount, digits) - units(received, digits);
  return missing > 0n ? formatUnits(missing, digits) : null;
}

/** About how much of the quote's coin is worth `due` at the quote's rate; null without a rate. */
export function approximateRest(due: string, { rate, cryptocurrency }: Pick<Transaction, 'rate' | 'cryptocurrency'>) {
  return approximateAmount(due, 'quoted', { ...cryptocurrency, rates: { quoted: Number(rate) } });
}
