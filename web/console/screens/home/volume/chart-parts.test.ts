// The parts of a chart, with the period before, as tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '../../../../../src/core/report/calendar-days.ts';
import { chartParts } from './chart-parts.ts';
import type { Part } from './sums.ts';

/** A day with this many created and paid invoices, and a volume in USD. */
function day(date: string, created = 0, paid = 0, net?: string): Part {
  const refunds = { refunds: 0, refunded: '0', refunds_reversed: '0' };
  const volume =
    net === undefined
      ? []
      : [{ currency: 'USD', net, payments: 1, credited: net, reversed: '0', ...refunds, balance: net }];
  return { date, created, paid, conversion: null, median_seconds: null, p95_seconds: null, volume };
}

const days = (from: string, count: number) => Array.from({ length: count }, (_, index) => day(addDays(from, index)));

test('each part is compared with the part at the same place in the period before', () => {
  const now = [day('2026-11-02', 2, 1, '5.00'), day('2026-11-03')];
  const before = [day('2026-10-31'), day('2026-11-01', 1, 1, '7.50')];
  const none = { created: 0, paid: 0, conversion: null, net: '0.00' };
  const of = { now, step: 'day', currency: 'USD' } as const;
  const first = { created: 2, paid: 1, conversion: 0.5, net: '5.00' };
  const earlier = { created: 1, paid: 1, conversion: 1, net: '7.50' };
  assert.deepEqual(chartParts({ ...of, before }), [
    { from: '2026-11-02', to: '2026-11-02', step: 'day', now: first, before: none },
    { from: '2026-11-03', to: '2026-11-03', step: 'day', now: none, before: earlier },
  ]);
  const unloaded = chartParts({ ...of, before: [] });
  assert.deepEqual(
    unloaded.map((part) => part.before),
    [null, null],
  );
});

test('weeks count from the first day, and months are those of the calendar', () => {
  const edges = (now: readonly Part[], step: 'week' | 'month') =>
    chartParts({ now, before: [], step, currency: 'USD' }).map(({ from, to }) => `${from}…${to}`);
  assert.deepEqual(edges(days('2026-11-05', 10), 'week'), ['2026-11-05…2026-11-11', '2026-11-12…2026-11-14']);
  assert.deepEqual(edges(days('2026-01-30', 32), 'month'), [
    '2026-01-30…2026-01-31',
    '2026-02-01…2026-02-28',
    '2026-03-01…2026-03-02',
  ]);
});
