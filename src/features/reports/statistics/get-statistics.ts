// GET /app/{id}/statistics: volume, count, conversion and time to pay of an app, by day, coin or status.

import { fieldProblem, Problem } from '../../../core/problem.ts';
import {
  addDays,
  type CalendarDay,
  calendarDays,
  countDays,
  dateAt,
  isDate,
  isTimeZone,
} from '../../../core/report/calendar-days.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import { ownAppOrNull } from '../../apps/own-app.ts';
import type { Instance } from '../../instance.ts';
import {
  listTurnoutByCoin,
  listTurnoutByDay,
  listTurnoutByStatus,
  listVolume,
  type StatisticsBy,
  sumTurnout,
} from './statistics-store.ts';
import { StatisticsView, statisticsView } from './statistics-view.ts';

const mostDays = 366;
const date = (description: string) => Type.Optional(Type.String({ format: 'date', description }));

const StatisticsQuery = Type.Object({
  from: date('The first day, as in 2026-11-01; 30 days up to `to` unless given.'),
  to: date('The last day, counted too; today unless given. At most 366 days in all.'),
  by: Type.Optional(Type.Unsafe<StatisticsBy>({ type: 'string', enum: ['day', 'coin', 'status'], default: 'day' })),
  time_zone: Type.Optional(
    Type.String({ maxLength: 64, default: 'UTC', description: 'Whose days, as in Europe/Berlin (IANA).' }),
  ),
});

const description = [
  'Counts, conversion and time to pay are of the invoices made out on these whole days;',
  'the volume is what was credited and taken back on them.',
].join(' ');

export function getStatistics(instance: Instance): Operation {
  return operation({
    id: 'getAppStatistics',
    method: 'GET',
    path: '/app/:id/statistics',
    group: 'Apps',
    summary: 'Get statistics',
    description,
    access: { cookie: true, pat: 'apps:read', appToken: true, oauth2: 'apps:read' },
    params: idInPath,
    query: StatisticsQuery,
    answer: StatisticsView,
    handle: async ({ params, query, caller }) => {
      const app = isUuid(params.id) ? await ownAppOrNull(instance.db, params.id, caller) : null;
      if (app === null) throw new Problem('not_found');
      const timeZone = query.time_zone ?? 'UTC';
      const days = readDays(query, timeZone, instance.clock.now());
      const by = query.by ?? 'day';
      const period = { appId: app.id, starts: days.map(({ start }) => start) };
      const [total, volumes, found] = await Promise.all([
        sumTurnout(instance.db, period),
        listVolume(instance.db, period, by),
        turnoutsBy[by](instance.db, period),
      ]);
      const { medianSeconds, p95Seconds } = total;
      // Nothing but what is paid took any time.
      const times = ({ paid }: { paid: number }) =>
        paid > 0 ? { medianSeconds, p95Seconds } : { medianSeconds: null, p95Seconds: null };
      const turnouts = found.map((one) => ('medianSeconds' in one ? one : { ...one, ...times(one) }));
      return statisticsView(instance.catalog, { appId: app.id, by, timeZone, days, total, turnouts, volumes });
    },
  });
}

const turnoutsBy = { day: listTurnoutByDay, coin: listTurnoutByCoin, status: listTurnoutByStatus } as const;

/** Throws Problem naming the field: no such zone or day, an end before the beginning, or more than a year. */
function readDays(query: { from?: string; to?: string }, timeZone: string, now: Date): CalendarDay[] {
  if (!isTimeZone(timeZone))
    throw fieldProblem('time_zone', 'invalid_format', 'Must be the name of a time zone, as in Europe/Berlin.');
  const to = readDate('to', query.to) ?? dateAt(now, timeZone);
  const from = readDate('from', query.from) ?? addDays(to, -29);
  if (from > to) throw fieldProblem('to', 'out_of_range', 'Must not be before from.');
  if (countDays(from, to) > mostDays) throw fieldProblem('from', 'out_of_range', 'At most 366 days at once.');
  return calendarDays(from, to, timeZone);
}

function readDate(field: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!isDate(text)) throw fieldProblem(field, 'invalid_format', 'Must be a day, as in 2026-11-23.');
  if (text < '1971-01-01' || text > '9990-01-01') throw fieldProblem(field, 'out_of_range', 'Must be from 1971 on.');
  return text;
}
