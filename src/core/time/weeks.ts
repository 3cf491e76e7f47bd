// Plans the weekly partitions of a table: which to create and which to drop. A week begins on Monday, 00:00 UTC.

/** One partition of the table. */
export interface Week {
  readonly name: string;
  /** Its first moment; null if it has no lower bound. */
  readonly from: Date | null;
  /** The moment after its last; null for the default partition. */
  readonly until: Date | null;
}

export interface WeeksToCome {
  /** The weeks to create, in order. */
  readonly make: readonly { readonly from: Date; readonly until: Date }[];
  /** The weeks in which all rows are past retention. */
  readonly drop: readonly Week[];
}

const day = 24 * 3_600_000;
const weekMillis = 7 * day;
/** Partitions are created early, since the process that creates them may be down for weeks. */
export const aheadMillis = 5 * weekMillis;

/** Weeks follow each other without a gap, except after a downtime longer than retention. */
export function planWeeks(weeks: readonly Week[], now: Date, keptMillis: number): WeeksToCome {
  const oldest = now.getTime() - keptMillis;
  const make: { from: Date; until: Date }[] = [];
  let from = Math.max(madeUntil(weeks)?.getTime() ?? mondayOf(now.getTime()), mondayOf(oldest));
  for (; from < now.getTime() + aheadMillis; from += weekMillis) {
    make.push({ from: new Date(from), until: new Date(from + weekMillis) });
  }
  return { make, drop: weeks.filter(({ until }) => until !== null && until.getTime() <= oldest) };
}

/** The end of the last week; null if there is none. */
export function madeUntil(weeks: readonly Week[]): Date | null {
  return weeks.reduce<Date | null>(
    (latest, { until }) => (until !== null && (latest === null || until > latest) ? until : latest),
    null,
  );
}

/**
 * An id that sorts before all UUIDv7 of that moment and later (RFC 9562 §5.7: the first 48 bits are Unix milliseconds).
 */
export function firstIdAt(moment: Date): string {
  const time = moment.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

/** The moment of a UUIDv7, in whole milliseconds. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
}

/** 1970-01-01 was a Thursday. */
function mondayOf(millis: number): number {
  return Math.floor((millis - 4 * day) / weekMillis) * weekMillis + 4 * day;
}
