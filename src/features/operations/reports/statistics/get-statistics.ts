// GET /app/{id}/statistics: returns volume, count, conversion and time to pay of an app, by day, coin or status.

import { fieldProblem, Problem } from '../../../../core/problem.ts';
import { addDays, type CalendarDay, calendarDays, countDays, dateAt } from '../../../../core/report/calendar-days.ts';
import { readDay, readTimeZone } from '../../../../core/time/moment.ts';
import { timeZoneFilter } from '../../../../io/http/lists/list-query.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { idInPath, isUuid, moment } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { ownAppOrNull } from '../../../people/apps/own-app.ts';
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
const StatisticsQuery = Type.Object({
  from: Type.Optional(moment('The first day; by default 30 days before `to`.')),
  to: Type.Optional(moment('The last day, inclusive; by default today. At most 366 days in all.')),
  by: Type.Optional(Type.Unsafe<StatisticsBy>({ type: 'string', enum: ['day', 'coin', 'status'], default: 'day' })),
  ...timeZoneFilter,
});

const description = [
  'Counts, conversion and time to pay refer to the invoices created on these whole days;',
  'the volume refers to credits, refunds and their reversals on them.',
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
      const timeZone = readTimeZone(query.time_zone);
      const days = readDays(query, timeZone, instance.clock.now());
      const by = query.by ?? 'day';
      const period = { appId: app.id, starts: days.map(({ start }) => start) };
      const [total, volumes, found] = await Promise.all([
        sumTurnout(instance.db, period),
        listVolume(instance.db, period, by),
        turnoutsBy[by](instance.db, period),
      ]);
      const { medianSeconds, p95Seconds } = total;
      // Only paid invoices have a time to pay.
      const times = ({ paid }: { paid: number }) =>
        paid > 0 ? { medianSeconds, p95Seconds } : { medianSeconds: null, p95Seconds: null };
      const turnouts = found.map((one) => ('medianSeconds' in one ? one : { ...one, ...times(one) }));
      return statisticsView(instance.catalog, { appId: app.id, by, timeZone, days, total, turnouts, volumes });
    },
  });
}

const turnoutsBy = { day: listTurnoutByDay, coin: listTurnoutByCoin, status: listTurnoutByStatus } as const;

/** Throws Problem naming the field: an invalid day, an end before the beginning, or more than a year. */
function readDays(query: { from?: string; to?: string }, timeZone: string, now: Date): CalendarDay[] {
  const day = (field: 'from' | 'to') =>
    query[field] === undefined ? null : readDay({ field, text: query[field], timeZone });
  const to = day('to') ?? dateAt(now, timeZone);
  const from = day('from') ?? addDays(to, -29);
  if (from > to) throw fieldProblem('to', 'out_of_range', 'Must not be before from.');
  if (countDays(from, to) > mostDays) throw fieldProblem('from', 'out_of_range', 'At most 366 days at once.');
  return calendarDays(from, to, timeZone);
}
