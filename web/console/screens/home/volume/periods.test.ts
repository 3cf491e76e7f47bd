// Ranges, the period before, and parts of charts, as tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, countDays } from '../../../../../src/core/report/calendar-days.ts';
import { customPeriod, type Period, partsOf, periodOf, type RangeName } from './periods.ts';

const text = ({ from, to, before, step }: Period) => `${from}…${to} after ${before.from}…${before.to} by ${step}`;

test('a range ends today, and is compared with the days before it', () => {
  const rows: readonly [name: Exclude<RangeName, 'custom'>, today: string, period: string][] = [
    ['7', '2026-11-29', '2026-11-23…2026-11-29 after 2026-11-16…2026-11-22 by day'],
    ['30', '2026-03-01', '2026-01-31…2026-03-01 after 2026-01-01…2026-01-30 by day'],
    ['90', '2026-11-29', '2026-09-01…2026-11-29 after 2026-06-03…2026-08-31 by week'],
    ['12m', '2026-11-29', '2025-12-01…2026-11-29 after 2024-12-01…2025-11-29 by month'],
    ['12m', '2028-02-29', '2027-03-01…2028-02-29 after 2026-03-01…2027-02-28 by month'],
    ['12m', '2026-12-31', '2026-01-01…2026-12-31 after 2025-01-01…2025-12-31 by month'],
  ];
  for (const [name, today, period] of rows) assert.equal(text(periodOf(name, today)), period);
});

test('a custom range is refused if it is no range, or longer than the service returns', () => {
  const rows: readonly [from: string, to: string, period: string | null][] = [
    ['2026-11-05', '2026-11-05', '2026-11-05…2026-11-05 after 2026-11-04…2026-11-04 by day'],
    ['2026-01-01', '2026-02-01', '2026-01-01…2026-02-01 after 2025-11-30…2025-12-31 by week'],
    ['2026-03-10', '2026-08-31', '2026-03-10…2026-08-31 after 2025-09-10…2026-02-28 by month'],
    ['2027-06-01', '2028-05-31', '2027-06-01…2028-05-31 after 2026-06-01…2027-05-31 by month'],
    ['2027-06-01', '2028-06-01', null],
    ['2026-11-06', '2026-11-05', null],
    ['2026-02-30', '2026-03-05', null],
    ['', '2026-03-05', null],
  ];
  for (const [from, to, wanted] of rows) {
    const period = customPeriod({ from, to });
    assert.equal(period === null ? null : text(period), wanted);
  }
});

test('both periods have the same number of parts, and each day is in exactly one', () => {
  const daysOf = ({ from, to }: { from: string; to: string }) =>
    Array.from({ length: countDays(from, to) }, (_, index) => ({ date: addDays(from, index) }));
  for (let day = 0; day < 366; day += 9) {
    const today = addDays('2027-06-01', day);
    const custom = customPeriod({ from: '2027-06-01', to: today });
    for (const period of [periodOf('7', today), periodOf('90', today), periodOf('12m', today), custom]) {
      if (period === null) continue;
      const days = daysOf(period);
      const parts = partsOf(days, period.step);
      assert.deepEqual(parts.flat(), days);
      assert.ok(parts.length <= 31);
      assert.equal(partsOf(daysOf(period.before), period.step).length, parts.length, text(period));
      assert.ok(period.before.to < period.from);
    }
  }
});
