// The days of a part of a chart, in the reader's language.
import { language } from '../../../words/words.ts';
import type { ChartPart } from './chart-parts.ts';

/** 'Nov 3', 'Nov 3 – 9', or 'Nov 2026'. */
export function partText({ from, to, step }: Pick<ChartPart, 'from' | 'to' | 'step'>): string {
  const shown = step === 'month' ? ({ year: 'numeric' } as const) : ({ day: 'numeric' } as const);
  const format = new Intl.DateTimeFormat(language.code, { month: 'short', ...shown, timeZone: 'UTC' });
  return format.formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));
}
