// Days and months as people choose them, as the moments that the API is asked for.
import { addDays, calendarDays, dateAt, isDate } from '../../../src/core/report/calendar-days.ts';
import { language } from '../words/words.ts';

/** The moment that a day such as '2026-11-01' begins, so many days later; null for what is no day. */
export function startOfDay(date: string, zone: string, daysLater = 0): string | null {
  if (!isDate(date)) return null;
  const day = addDays(date, daysLater);
  return calendarDays(day, day, zone)[0]?.start.toISOString() ?? null;
}

export interface Month {
  /** '2026-11' */
  readonly id: string;
  /** 'November 2026' */
  readonly words: string;
  /** When it begins, and when the next one does. */
  readonly from: string;
  readonly to: string;
}

/** This month and those before it, the newest first. `now` in milliseconds since 1970. */
export function lastMonths(count: number, now: number, zone: string): Month[] {
  const [year = 0, month = 0] = dateAt(new Date(now), zone).split('-').map(Number);
  return Array.from({ length: count }, (_, index) => monthOf(year, month - index, zone));
}

/** `month` counts from 1, and may be 0 or less: then it is of an earlier year. */
function monthOf(year: number, month: number, zone: string): Month {
  const first = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10);
  const next = new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return {
    id: first.slice(0, 7),
    words: new Intl.DateTimeFormat(language.code, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
      new Date(first),
    ),
    from: startOfDay(first, zone) ?? first,
    to: startOfDay(next, zone) ?? next,
  };
}
