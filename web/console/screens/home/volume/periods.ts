// The days of the charts: the chosen range, the period before it for comparison, and the parts that a chart shows.
import { addDays, countDays, isDate } from '../../../../../src/core/report/calendar-days.ts';

export const rangeNames = ['7', '30', '90', '12m', 'custom'] as const;
export type RangeName = (typeof rangeNames)[number];

/** Days such as '2026-11-01', both included. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface Period extends Days {
  /** The period of the same length before it. */
  readonly before: Days;
  /** The length of a part. */
  readonly step: 'day' | 'week' | 'month';
}

/** The service returns no more days at once. */
export const mostDays = 366;
const mostDailyParts = 31;
const mostWeeklyParts = 19;
const monthsOfYear = 12;

/** The period that ends today; `today` is a day in the user's time zone. */
export function periodOf(name: Exclude<RangeName, 'custom'>, today: string): Period {
  if (name === '12m') return monthly({ from: monthsEarlier(`${today.slice(0, 8)}01`, monthsOfYear - 1), to: today });
  return daily({ from: addDays(today, 1 - Number(name)), to: today });
}

/** Null if these are no days, the last one is before the first, or the range is too long for the service. */
export function customPeriod({ from, to }: Days): Period | null {
  if (!isDate(from) || !isDate(to) || from > to) return null;
  const count = countDays(from, to);
  if (count > mostDays) return null;
  return count <= mostWeeklyParts * 7 ? daily({ from, to }) : monthly({ from, to });
}

function daily({ from, to }: Days): Period {
  const count = countDays(from, to);
  return {
    from,
    to,
    before: { from: addDays(from, -count), to: addDays(from, -1) },
    step: count <= mostDailyParts ? 'day' : 'week',
  };
}

function monthly({ from, to }: Days): Period {
  const months = monthNumber(to) - monthNumber(from) + 1;
  return { from, to, before: { from: monthsEarlier(from, months), to: monthsEarlier(to, months) }, step: 'month' };
}

const monthNumber = (date: string): number => Number(date.slice(0, 4)) * monthsOfYear + Number(date.slice(5, 7));

/** The same day of an earlier month, or the last day of that month if it is shorter. */
function monthsEarlier(date: string, months: number): string {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number];
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return `${first.toISOString().slice(0, 8)}${String(Math.min(day, last)).padStart(2, '0')}`;
}

/** The parts of these days, each with the days in it; the last one may be shorter. `days` ascend without a gap. */
export function partsOf<Day extends { readonly date: string }>(days: readonly Day[], step: Period['step']): Day[][] {
  const keyOf = {
    day: ({ date }: Day) => date,
    week: (_: Day, index: number) => Math.floor(index / 7),
    month: ({ date }: Day) => date.slice(0, 7),
  }[step] as (day: Day, index: number) => string | number;
  return [...Map.groupBy(days, keyOf).values()];
}
