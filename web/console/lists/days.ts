// Days and months that users choose, as times for the API.
import { addDays, calendarDays, dateAt, isDate } from '../../../src/core/report/calendar-days.ts';
import { language } from '../words/words.ts';

/** The start of a day such as '2026-11-01', plus `daysLater` days; null if it is no day. */
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
  /** The start of the month, and of the next one. */
  readonly from: string;
  readonly to: string;
}

/** This month and those before it, back to the month of a time, newest first. `now` in milliseconds since 1970. */
export function monthsSince(time: string, now: number, zone: string): Month[] {
  const [year, month] = yearAndMonth(now, zone);
  const [firstYear, firstMonth] = yearAndMonth(Date.parse(time), zone);
  const count = Math.max(0, (year - firstYear) * 12 + month - firstMonth) + 1;
  return Array.from({ length: count }, (_, index) => monthOf(year, month - index, zone));
}

function yearAndMonth(time: number, zone: string): readonly [year: number, month: number] {
  const [year = 0, month = 0] = dateAt(new Date(time), zone).split('-').map(Number);
  return [year, month];
}

/** `month` counts from 1; 0 and below belong to an earlier year. */
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
