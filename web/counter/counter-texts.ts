// The texts of the counter, in the language that the server wrote into the page.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Messages } from '../../src/core/words/generated/messages.ts';
import type { Language } from '../../src/core/words/language.ts';
import { type CompiledTexts, type WordsOf, wordsOf } from '../../src/core/words/message.ts';
import { priceText } from '../../src/core/words/price-text.ts';

export type TillTexts = WordsOf<Messages['counter']>['till'];

export interface TillWords {
  /** As `<html lang>` has it. */
  readonly language: string;
  readonly texts: TillTexts;
  /** `amount`, a decimal of the currency, as a price. */
  price(amount: string, currency: string): string;
}

/** `texts` is the compiled section of the counter. */
export function tillWords(language: Language, texts: CompiledTexts): TillWords {
  return {
    language: language.code,
    texts: wordsOf<Messages['counter']>(language.code, texts).till,
    price: (amount, currency) => priceText(amount, currency, language),
  };
}

/** Provided at the counter's root. */
export const Spoken = createContext<TillWords | null>(null);

/** Throws if the counter was drawn without texts. */
export function useTillWords(): TillWords {
  const words = useContext(Spoken);
  if (words === null) throw new Error('The till was drawn without words.');
  return words;
}
