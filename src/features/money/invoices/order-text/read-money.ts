// Reads amounts of money in requests about invoices. Extra digits after the minor units of the currency must be zeros.
import { type Currency, parseFiat } from '../../../../core/money/currency.ts';
import { withoutSpareZeros } from '../../../../core/money/decimal.ts';
import { fieldProblem } from '../../../../core/problem.ts';

/** Converts a decimal to minor units of the currency. Throws Problem naming the field. */
export function readMoney(field: string, value: string, currency: Currency): bigint {
  const minor = parseFiat(withoutSpareZeros(value, currency.decimals), currency);
  if (typeof minor === 'bigint') return minor;
  if (minor === 'too_large') throw fieldProblem(field, 'out_of_range', 'Exceeds the largest invoice total.');
  throw fieldProblem(
    field,
    minor === 'too_many_decimals' ? 'too_many_decimals' : 'invalid_format',
    `Must be a plain decimal with at most ${currency.decimals} decimals, as for ${currency.code}.`,
  );
}
