// The words of one language, ready to be said: texts with places to fill become functions, numbers and money are
// written as its readers write them.
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { fiatText } from '../rules/figures.ts';
import type { en } from './en.ts';
import type { PluralForms, Texts } from './texts.ts';

/** The texts that every language has: those of English. */
export type Wording = {
  readonly [G in keyof typeof en]: {
    readonly [N in keyof (typeof en)[G]]: (typeof en)[G][N] extends string ? string : PluralForms;
  };
};

/** What the components say. A text without places is a string; `{count}` chooses the plural. */
export type Words = Said<typeof en> & {
  /** As `<html lang>` has it: 'en', 'zh'. */
  readonly language: string;
  /** `amount` as a price: '$1,234.50'. */
  money(amount: string, currency: string): string;
};

type Said<T> = T extends string
  ? [PlacesOf<T>] extends [never]
    ? string
    : Sentence<PlacesOf<T>>
  : T extends { readonly other: infer Other extends string }
    ? Sentence<PlacesOf<Other> | 'count'>
    : { readonly [N in keyof T]: Said<T[N]> };

type PlacesOf<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | PlacesOf<Rest> : never;

/** Filled with texts and numbers it is a text; filled with elements it is what stands between tags. */
interface Sentence<Place extends string> {
  (places: Readonly<Record<Place, string | number>>): string;
  (places: Readonly<Record<Place, ComponentChildren>>): ComponentChildren;
}

/** Texts of `language`, which Intl must know ('en', 'pt-BR'), as words to say. */
export function wordsOf(language: string, texts: Texts): Words {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const said = (text: string | PluralForms): unknown => {
    if (typeof text === 'string' && !text.includes('{')) return text;
    return (places: Readonly<Record<string, ComponentChildren>>) => {
      const form = typeof text === 'string' ? text : (text[plurals.select(places.count as number)] ?? text.other);
      const pieces = form.split(/[{}]/).map((piece, index) => {
        const filled = index % 2 === 0 ? piece : places[piece];
        return typeof filled === 'number' ? numbers.format(filled) : filled;
      });
      return pieces.every((piece) => typeof piece === 'string') ? pieces.join('') : pieces;
    };
  };
  const groups = Object.entries(texts).map(([group, members]) => [
    group,
    Object.fromEntries(Object.entries(members).map(([name, text]) => [name, said(text)])),
  ]);
  return {
    ...(Object.fromEntries(groups) as Said<typeof en>),
    language,
    money: (amount, currency) => fiatText(amount, currency, language),
  };
}

/** The page's language, given by whoever draws the page. */
export const PageWords = createContext<Words | null>(null);

/** The words of the page's language. Throws where the page was drawn without any. */
export function useWords(): Words {
  const words = useContext(PageWords);
  if (words === null) throw new Error('The page was drawn without words.');
  return words;
}
