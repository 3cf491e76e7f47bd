// The words of the till, in the language that the server wrote into the page.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { fill } from '../../src/core/words/fill.ts';
import { priceText } from '../../src/core/words/price-text.ts';
import type { ShopTexts } from '../../src/core/words/shop/shop-texts.ts';

export interface TillWords {
  readonly language: string;
  readonly texts: ShopTexts['counter'];
  say(text: string, places: Readonly<Record<string, string | number>>): string;
  /** `amount`, a decimal of the currency, as a price. */
  price(amount: string, currency: string): string;
}

export function tillWords(language: string, texts: ShopTexts['counter']): TillWords {
  return {
    ...{ language, texts },
    say: (text, places) => fill(text, places, language),
    price: (amount, currency) => priceText(amount, currency, language),
  };
}

/** Given by whoever draws the till. */
export const Spoken = createContext<TillWords | null>(null);

/** Throws where the till was drawn without words. */
export function useTillWords(): TillWords {
  const words = useContext(Spoken);
  if (words === null) throw new Error('The till was drawn without words.');
  return words;
}
