// Parses an amount of money that a person typed into a form. Ambiguous amounts are refused, because the parsed amount
// is paid.
import type { Currency } from './currency.ts';
import { parseFiat } from './currency.ts';

export type EnteredFault = 'missing' | 'not_a_number' | 'too_many_decimals' | 'zero' | 'too_large';

/** The most digits before the point: more than any manual payment needs, and far below any overflow. */
export const mostDigits = 9;

/**
 * Returns minor units of the currency: '12.5' and '12,50' are 1250n in USD. Also accepts '۱۲٫۵' from Arabic and Persian
 * keyboards, and '１２．５' from Chinese and Japanese ones. Spaces are ignored. Ambiguous amounts such as '1,000' or
 * '1.000,00' are refused.
 */
export function readEntered(text: string, currency: Currency): bigint | EnteredFault {
  const bare = text
    .replace(/\s/g, '')
    .replace(/[٠-٩۰-۹０-９]/g, latinDigit)
    .replace(/[٫．。｡]/g, '.')
    .replace(/[，、､]/g, ',');
  if (bare === '') return 'missing';
  const minor = parseFiat(bare.replace(',', '.').replace(/^0+(?=\d)/, ''), currency);
  if (minor === 'too_many_decimals') return minor;
  if (minor === 'too_large') return minor;
  if (typeof minor !== 'bigint') return 'not_a_number';
  if (minor === 0n) return 'zero';
  return minor.toString().length > mostDigits + currency.decimals ? 'too_large' : minor;
}

/** The last four bits of these digits (from U+0660, U+06F0 and U+FF10) are their value. */
function latinDigit(digit: string): string {
  return String(digit.charCodeAt(0) & 15);
}
