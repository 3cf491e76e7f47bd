// An amount of money as a person types it into a form: never guessed at, since what is meant is paid.
import type { Currency } from './currency.ts';
import { parseFiat } from './currency.ts';

export type EnteredFault = 'missing' | 'not_a_number' | 'too_many_decimals' | 'zero' | 'too_large';

/** So many digits before the point are more than anybody pays by hand, and far below any overflow. */
export const mostDigits = 9;

/**
 * Minor units of the currency: '12.5' and '12,50' are 1250n in USD. So are '۱۲٫۵', as Arabic and Persian keyboards
 * write it, and '１２．５', as Chinese and Japanese ones do. Spaces are left out. An amount with two readings, as '1,000'
 * or '1.000,00', is refused.
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
