// Money, numbers and lists in the style of the reader's language.
import { keptTogether } from '../../../src/core/words/price-text.ts';
import { fiatText } from '../../checkout/rules/figures.ts';
import { language } from './words.ts';

/** `amount`, a decimal of the currency, as a price with all its digits: '$1,234.50'. */
export const price = (amount: string, currency: string): string =>
  keptTogether(fiatText(amount, currency, language.code), language.direction);

/** A number with the digits and separators of the language. */
export const number = (value: number | bigint): string => new Intl.NumberFormat(language.code).format(value);

/** 'a, b and c' for 'conjunction', 'a, b or c' for 'disjunction', 'a, b, c' for 'unit'. */
export const list = (items: readonly string[], type: Intl.ListFormatType): string =>
  new Intl.ListFormat(language.code, { type, style: type === 'unit' ? 'short' : 'long' }).format(items);

/** A calendar day such as '2026-11-01': 'Nov 1, 2026'. Returns `date` itself if it is no day. */
export function day(date: string): string {
  const at = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return date;
  return new Intl.DateTimeFormat(language.code, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}

type MeasureUnit = 'millisecond' | 'second' | 'minute' | 'hour' | 'day' | 'megabyte';

/** A measure such as '10 min': `unit` as Intl.NumberFormat names it. */
export const measure = (value: number, unit: MeasureUnit): string =>
  new Intl.NumberFormat(language.code, { style: 'unit', unit, unitDisplay: 'short' }).format(value);

/** A change in whole percent with its sign: '+42%'. */
export const change = (share: number): string =>
  new Intl.NumberFormat(language.code, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  }).format(share);

/** A share from 0 to 1 in whole percent: '42%'. */
export const percent = (share: number): string =>
  new Intl.NumberFormat(language.code, { style: 'percent', maximumFractionDigits: 0 }).format(share);
