// An amount of money as a person types it into a form: never guessed at, since what is meant is paid.
import type { Currency } from './currency.ts';
import { parseFiat } from './currency.ts';

export type EnteredFault = 'missing' | 'not_a_number' | 'too_many_decimals' | 'zero' | 'too_large';

/** So many digits before the point are more than anybody pays by hand, and far below any overflow. */
export const mostDigits = 9;

/**
 * Minor units of the currency: '12.5' and '12,50' are 1250n in USD, and so is '۱۲٫۵', as Arabic and Persian keyboards
 * write it. Spaces are left out. What could be meant in two ways, as '1,000' or '1.000,00', is refused.
 */
export function readEntered(text: string, currency: Currency): bigint | EnteredFault {
  const bare = text
    .replace(/\s/g, '')
    .replace(/[٠-٩۰-۹]/g, latinDigit)
    .replace('٫', '.');
  if (bare === '') return 'missing';
  const minor = parseFiat(bare.replace(',', '.').replace(/^0+(?=\d)/, ''), currency);
  if (minor === 'too_many_decimals') return minor;
  if (minor === 'too_large') return minor;
  if (typeof minor !== 'bigint') return 'not_a_number';
  if (minor === 0n) return 'zero';
  return minor.toString().length > mostDigits + currency.decimals ? 'too_large' : minor;
}

/** The last four bits of these digits, U+0660 and U+06F0 on, are what they stand for. */
function latinDigit(digit: string): string {
  return String(digit.charCodeAt(0) & 15);
}
