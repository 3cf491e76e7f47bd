// Calendar days in a time zone: when each begins, whether it has 23, 24 or 25 hours.

export interface CalendarDay {
  /** As in `2026-11-23`. */
  readonly date: string;
  readonly start: Date;
}

const dayMillis = 86_400_000;
/** No time zone is further from UTC than this. */
const farthestMillis = 16 * 3_600_000;

/**
 * Whether this is an IANA name such as `Europe/Berlin`. Offsets such as `+01:00` are refused, since they are not zones.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Whether this text is an existing day in the form `2026-11-23`. */
export function isDate(text: string): boolean {
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === text;
}

/** The day that is this many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMillis).toISOString().slice(0, 10);
}

/** The number of days from `first` to `last`, both included. */
export function countDays(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / dayMillis) + 1;
}

/** The day in this zone at this time. */
export function dateAt(time: Date, timeZone: string): string {
  return local(time, formatOf(timeZone)).slice(0, 10);
}

/** The days from `first` to `last`, both included, and the day after them, whose start is their end. */
export function calendarDays(first: string, last: string, timeZone: string): CalendarDay[] {
  const format = formatOf(timeZone);
  return Array.from({ length: countDays(first, last) + 1 }, (_, index) => {
    const date = addDays(first, index);
    return { date, start: startOf(date, format) };
  });
}

/** The first moment of that day: usually midnight, or later if clocks go forward at that hour. */
function startOf(date: string, format: Intl.DateTimeFormat): Date {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const guess = midnight - offset(midnight - offset(midnight, format), format);
  if (local(new Date(guess), format) === `${date} 00:00:00` && !isOn(date, guess - 1000, format))
    return new Date(guess);
  let [before, after] = [midnight - farthestMillis, midnight + farthestMillis];
  while (after - before > 1000) {
    const between = Math.floor((before + after) / 2000) * 1000;
    if (isOn(date, between, format)) after = between;
    else before = between;
  }
  return new Date(after);
}

/** Whether that day has begun at this time. */
function isOn(date: string, at: number, format: Intl.DateTimeFormat): boolean {
  return local(new Date(at), format).slice(0, 10) >= date;
}

/** The zone's offset from UTC at this time, in milliseconds. */
function offset(at: number, format: Intl.DateTimeFormat): number {
  return Date.parse(`${local(new Date(at), format).replace(' ', 'T')}Z`) - at;
}

/** Local time in the zone: `2026-11-23 00:00:00`. */
function local(time: Date, format: Intl.DateTimeFormat): string {
  return format.format(time).replace(',', '');
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  // The Swedish locale formats dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
}
