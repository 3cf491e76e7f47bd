// The error message for an amount that could not be read, in the language of the person.
import type { Currency } from '../money/currency.ts';
import { type EnteredFault, mostDigits } from '../money/entered-amount.ts';
import type { Messages } from './generated/messages.ts';
import type { WordsOf } from './message.ts';

/** Returns a sentence. Its example uses Latin digits, so that it can be typed as shown. */
export function amountRemedy(
  fault: EnteredFault,
  { decimals }: Currency,
  words: WordsOf<Messages['links']>['amount'],
  language: string,
): string {
  switch (fault) {
    case 'missing':
      return words.missing;
    case 'zero':
      return words.zero;
    case 'too_large':
      return words.tooLarge({ digits: mostDigits });
    case 'too_many_decimals':
      return decimals === 0 ? words.whole : words.tooManyDecimals({ digits: decimals });
    case 'not_a_number': {
      const digits = { minimumFractionDigits: decimals, useGrouping: false, numberingSystem: 'latn' };
      const example = new Intl.NumberFormat(language, digits).format(decimals === 0 ? 1200 : 12.5);
      return words.notANumber({ example });
    }
  }
}
