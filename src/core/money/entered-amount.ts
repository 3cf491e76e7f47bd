// An amount of money as a person types it into a form: never guessed at, since what is meant is paid.
import type { Currency } from './currency.ts';
import { parseFiat } from './currency.ts';

export type EnteredFault = 'missing' | 'not_a_number' | 'too_many_decimals' | 'zero' | 'too_large';

/** So many digits before the point are more than anybody pays by hand, and far below any overflow. */
const mostDigits = 9;

/**
 * Minor units of the currency: '12.5' and '12,50' are 1250n in USD. Spaces are left out. What could be meant in two
 * ways, as '1,000' or '1.000,00', is refused.
 */
export function readEntered(text: string, currency: Currency): bigint | EnteredFault {
  const bare = text.replace(/\s/g, '');
  if (bare === '') return 'missing';
  const minor = parseFiat(bare.replace(',', '.').replace(/^0+(?=\d)/, ''), currency);
  if (minor === 'too_many_decimals') return minor;
  if (minor === 'too_large') return minor;
  if (typeof minor !== 'bigint') return 'not_a_number';
  if (minor === 0n) return 'zero';
  return minor.toString().length > mostDigits + currency.decimals ? 'too_large' : minor;
}

/** What to tell a person of it, in a sentence. */
export function enteredRemedy(fault: EnteredFault, { decimals }: Currency): string {
  switch (fault) {
    case 'missing':
      return 'Enter an amount.';
    case 'zero':
      return 'Enter more than zero.';
    case 'too_large':
      return `Enter an amount with at most ${mostDigits} digits before the point.`;
    case 'too_many_decimals':
      return decimals === 0
        ? 'Enter a whole number, without a point or a comma.'
        : `Enter at most ${decimals} digits after the point, and nothing between thousands.`;
    case 'not_a_number':
      return decimals === 0 ? 'Enter a number, such as 1200.' : 'Enter a number, such as 12.50.';
  }
}
