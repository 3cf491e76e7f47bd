// Money as the readers of a language write it.
import { directionOf } from './languages.ts';

/**
 * `amount`, a decimal of the currency, as a price with all the digits it has: priceText('1234.50', 'USD', 'en') is
 * '$1,234.50'.
 */
export function priceText(amount: string, currency: string, language: string): string {
  // More than Intl can show (ECMA-402) is left out: nothing has a hundred of them.
  const digits = Math.min(amount.split('.')[1]?.length ?? 0, 100);
  const format = new Intl.NumberFormat(language, {
    ...{ style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits },
  });
  const text = format.format(amount as `${number}`);
  // 'US$' would be torn apart beside letters that are read from right to left.
  const isTorn = directionOf(language) === 'rtl' && /[A-Za-z]/.test(text);
  return isTorn ? `\u2066${text.replaceAll('\u200f', '')}\u2069` : text;
}
