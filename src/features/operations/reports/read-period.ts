// Reads the period of a report: from and to, each a time or a whole day.
import { fieldProblem } from '../../../core/problem.ts';
import { readEnd, readStart, readTimeZone } from '../../../core/time/moment.ts';
import { timeZoneFilter } from '../../../io/http/lists/list-query.ts';
import { moment } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';

export const periodQuery = {
  from: Type.Optional(moment('Inclusive; by default from the start.')),
  to: Type.Optional(moment('A time is exclusive, a day is inclusive; by default until now.')),
  ...timeZoneFilter,
};

/** `to` is excluded. `from` is null if the period begins with the first record. */
export interface Period {
  readonly from: Date | null;
  readonly to: Date;
}

/** Throws Problem naming the field: an invalid time, an unknown time zone, or an end before the beginning. */
export function readPeriod(query: { from?: string; to?: string; time_zone?: string }, now: Date): Period {
  const timeZone = readTimeZone(query.time_zone);
  const from = query.from === undefined ? null : readStart({ field: 'from', text: query.from, timeZone });
  const to = query.to === undefined ? now : readEnd({ field: 'to', text: query.to, timeZone });
  if (from !== null && from > to) throw fieldProblem('to', 'out_of_range', 'Must not be before from.');
  return { from, to };
}
