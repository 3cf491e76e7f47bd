// Formats money for the readers of a language.
import type { Language } from './language.ts';

/** Formats `amount`, a decimal of the currency, with all its digits: '1234.50' in USD is '$1,234.50' in English. */
export function priceText(amount: string, currency: string, language: Pick<Language, 'code' | 'direction'>): string {
  // Intl shows at most 100 digits (ECMA-402), and no currency has more.
  const digits = Math.min(amount.split('.')[1]?.length ?? 0, 100);
  const format = new Intl.NumberFormat(language.code, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return keptTogether(format.format(amount as `${number}`), language.direction);
}

/** Keeps a price with Latin letters, such as 'US$', together within text that is read from right to left. */
export function keptTogether(price: string, direction: Language['direction']): string {
  const isTorn = direction === 'rtl' && /[A-Za-z]/.test(price);
  return isTorn ? `\u2066${price.replaceAll('\u200f', '')}\u2069` : price;
}
