// Reads times of a request: a moment, or a whole day in a time zone.

import { fieldProblem } from '../problem.ts';
import { addDays, calendarDays, dateAt, isDate, isTimeZone } from '../report/calendar-days.ts';

const dayText = /^\d{4}-\d{2}-\d{2}$/;
/** RFC 3339 §5.6, with seconds and an offset. */
const momentText =
  /^(\d{4}-\d{2}-\d{2})[Tt ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

interface Named {
  readonly field: string;
  readonly text: string;
  /** An IANA name. */
  readonly timeZone: string;
}

/** The start of a period: the moment, or the first moment of the day. Throws Problem naming the field. */
export function readStart({ field, text, timeZone }: Named): Date {
  return dayText.test(text) ? startOf(field, text, timeZone) : readMoment(field, text);
}

/** `since` of a request. Throws Problem naming the field. */
export function readSince({ since, time_zone: zone }: { since: string; time_zone?: string }): Date {
  return readStart({ field: 'since', text: since, timeZone: readTimeZone(zone) });
}

/** The end of a period (exclusive): the moment, or the first moment after the day. Throws Problem naming the field. */
export function readEnd({ field, text, timeZone }: Named): Date {
  if (!dayText.test(text)) return readMoment(field, text);
  startOf(field, text, timeZone);
  return startOf(field, addDays(text, 1), timeZone);
}

/** The given day, or the day of the moment in the time zone. Throws Problem naming the field. */
export function readDay({ field, text, timeZone }: Named): string {
  if (dayText.test(text)) startOf(field, text, timeZone);
  return dayText.test(text) ? text : dateAt(readMoment(field, text), timeZone);
}

/** UTC if absent. Throws Problem naming `time_zone` for an unknown zone. */
export function readTimeZone(name: string | undefined): string {
  if (name === undefined || isTimeZone(name)) return name ?? 'UTC';
  throw fieldProblem('time_zone', 'invalid_format', 'Must be the name of a time zone, as in Europe/Berlin.');
}

function readMoment(field: string, text: string): Date {
  const [, date] = momentText.exec(text) ?? [];
  const time = new Date(text.toUpperCase().replace(' ', 'T'));
  if (date !== undefined && isDate(date) && !Number.isNaN(time.getTime())) return time;
  throw fieldProblem(field, 'invalid_format', 'Must be a day, as in 2026-11-28, or a time after RFC 3339.');
}

function startOf(field: string, date: string, timeZone: string): Date {
  if (!isDate(date)) throw fieldProblem(field, 'invalid_format', 'Must be a day, as in 2026-11-28.');
  if (date < '1971-01-01' || date > '9990-01-02') throw fieldProblem(field, 'out_of_range', 'Must be from 1971 on.');
  const [day] = calendarDays(date, date, timeZone);
  return (day as { readonly start: Date }).start;
}
