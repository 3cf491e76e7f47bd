// The texts of the checkout in one language, with numbers and money in the language's style.
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Messages } from '../../../src/core/words/generated/messages.ts';
import type { Language } from '../../../src/core/words/language.ts';
import { type CompiledTexts, type WordsOf, wordsOf } from '../../../src/core/words/message.ts';
import { keptTogether } from '../../../src/core/words/price-text.ts';
import { fiatText } from '../rules/figures.ts';

/** Messages as strings, or as functions of their places. */
export type Words = WordsOf<Messages['checkout'], ComponentChildren> & {
  /** As `<html lang>` has it: 'en', 'zh'. */
  readonly language: string;
  /** Names of all languages of the page by code, in the order in which they are offered. */
  readonly languages: Readonly<Record<string, string>>;
  /** `amount` as a price: '$1,234.50'. */
  money(amount: string, currency: string): string;
  /** A whole number. */
  number(value: number): string;
  /** A duration in its largest unit, rounded up: '36 sec', '10 min', '2 hr'. */
  duration(seconds: number): string;
  /** Date and time in the browser's time zone; `time` is RFC 3339. */
  date(time: string): string;
};

/** Compiled messages of the checkout, with the names of all languages as the group `languages`. */
export type PageTexts = CompiledTexts;

/** Prepares the texts of a page in `language`, whose code Intl must know. */
export function checkoutWords({ code, direction }: Pick<Language, 'code' | 'direction'>, texts: PageTexts): Words {
  const numbers = new Intl.NumberFormat(code);
  return {
    ...wordsOf<Messages['checkout'], ComponentChildren>(code, texts),
    languages: (texts.languages ?? {}) as Words['languages'],
    language: code,
    money: (amount, currency) => keptTogether(fiatText(amount, currency, code), direction),
    number: (value) => numbers.format(value),
    duration: (seconds) => durationText(seconds, code),
    date: (time) => new Intl.DateTimeFormat(code, { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(time)),
  };
}

function durationText(seconds: number, language: string): string {
  const [unit, size] = seconds < 100 ? ['second', 1] : seconds < 6000 ? ['minute', 60] : ['hour', 3600];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: unit as string, unitDisplay: 'short' });
  return format.format(Math.ceil(seconds / (size as number)));
}

/** The texts of the page's language, provided at the root. */
export const PageWords = createContext<Words | null>(null);

/** The texts of the page's language. Throws if the page was drawn without them. */
export function useWords(): Words {
  const words = useContext(PageWords);
  if (words === null) throw new Error('The page was drawn without words.');
  return words;
}
