// What to tell a person whose amount could not be read, in their language.
import type { Currency } from '../money/currency.ts';
import { type EnteredFault, mostDigits } from '../money/entered-amount.ts';
import { fill } from './fill.ts';
import type { ShopTexts } from './shop/shop-texts.ts';

/** A sentence. An example in it can be typed as it stands, so its digits are Latin ones. */
export function amountRemedy(
  fault: EnteredFault,
  { decimals }: Currency,
  texts: ShopTexts['amount'],
  language: string,
): string {
  switch (fault) {
    case 'missing':
      return texts.missing;
    case 'zero':
      return texts.zero;
    case 'too_large':
      return fill(texts.tooLarge, { digits: mostDigits }, language);
    case 'too_many_decimals':
      return decimals === 0 ? texts.whole : fill(texts.tooManyDecimals, { digits: decimals }, language);
    case 'not_a_number': {
      const digits = { minimumFractionDigits: decimals, useGrouping: false, numberingSystem: 'latn' };
      const example = new Intl.NumberFormat(language, digits).format(decimals === 0 ? 1200 : 12.5);
      return fill(texts.notANumber, { example }, language);
    }
  }
}
