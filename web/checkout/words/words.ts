// The words of one language, ready to be said: texts with places to fill become functions, numbers and money are
// written as its readers write them.
import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { fiatText } from '../rules/figures.ts';
import type { en } from './en.ts';
import { isRightToLeft } from './language-names.ts';
import type { PluralForms, Texts } from './texts.ts';

/** The texts of a language. */
export type Wording = Texts;

/** What the components say. A text without places is a string; `{count}` chooses the plural. */
export type Words = Said<typeof en> & {
  /** As `<html lang>` has it: 'en', 'zh'. */
  readonly language: string;
  /** `amount` as a price: '$1,234.50'. */
  money(amount: string, currency: string): string;
  /** A whole number. */
  number(value: number): string;
  /** A span of time by its largest unit alone, rounded up: '36 sec', '10 min', '2 hr'. */
  duration(seconds: number): string;
  /** A day and a time of day where the reader is; `time` is RFC 3339. */
  date(time: string): string;
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

/**
 * Texts of `language`, which Intl must know, as words to say. What is read from right to left keeps each text that is
 * filled in apart from its surroundings (https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates).
 */
export function wordsOf(language: string, texts: Texts): Words {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const filled = (place: ComponentChildren): ComponentChildren => {
    const text = typeof place === 'number' ? numbers.format(place) : place;
    return typeof text === 'string' && isRightToLeft(language) ? `${isolate}${text}${endIsolate}` : text;
  };
  const said = (text: string | PluralForms): unknown => {
    if (typeof text === 'string' && !text.includes('{')) return text;
    return (places: Readonly<Record<string, ComponentChildren>>) => {
      const form = typeof text === 'string' ? text : (text[plurals.select(places.count as number)] ?? text.other);
      const ordered = isRightToLeft(language) ? form.replace('{amount} {coin}', `${leftToRight}$&${endIsolate}`) : form;
      const pieces = ordered.split(/[{}]/).map((piece, index) => (index % 2 === 0 ? piece : filled(places[piece])));
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
    money: (amount, currency) => {
      const text = fiatText(amount, currency, language);
      // 'US$' would be torn apart beside letters that are read from right to left.
      const isTorn = isRightToLeft(language) && /[A-Za-z]/.test(text);
      return isTorn ? `${leftToRight}${text.replaceAll('\u200f', '')}${endIsolate}` : text;
    },
    number: (value) => numbers.format(value),
    duration: (seconds) => durationText(seconds, language),
    date: (time) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(Date.parse(time)),
  };
}

/** First strong isolate, left-to-right isolate, and the end of either. */
const [isolate, leftToRight, endIsolate] = ['\u2068', '\u2066', '\u2069'];

function durationText(seconds: number, language: string): string {
  const [unit, size] = seconds < 100 ? ['second', 1] : seconds < 6000 ? ['minute', 60] : ['hour', 3600];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: unit as string, unitDisplay: 'short' });
  return format.format(Math.ceil(seconds / (size as number)));
}

/** The page's language, given by whoever draws the page. */
export const PageWords = createContext<Words | null>(null);

/** The words of the page's language. Throws where the page was drawn without any. */
export function useWords(): Words {
  const words = useContext(PageWords);
  if (words === null) throw new Error('The page was drawn without words.');
  return words;
}
