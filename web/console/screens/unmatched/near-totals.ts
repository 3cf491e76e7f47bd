// The range of totals that are close to a received value.
import { formatFixed, parseUnits } from '../../../../src/core/money/decimal.ts';
import { digitsOf } from '../../evidence/fiat-value.ts';

/**
 * A tenth less and a tenth more, as decimals with the same digits; null for anything that is no decimal, or almost
 * zero.
 */
export function around(amount: string): { readonly from: string; readonly to: string } | null {
  const digits = digitsOf(amount);
  const units = parseUnits(amount, digits);
  if (typeof units !== 'bigint' || units < 10n) return null;
  return { from: formatFixed((units * 9n) / 10n, digits), to: formatFixed((units * 11n) / 10n, digits) };
}
