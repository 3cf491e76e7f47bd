// The start of days in zones with and without clock changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calendarDays, countDays, dateAt, isDate, isTimeZone } from './calendar-days.ts';

test('a day begins at its own midnight, and is 23 or 25 hours long where clocks are put forward or back', () => {
  const table: readonly (readonly [zone: string, date: string, start: string, hours: number])[] = [
    ['UTC', '2026-11-23', '2026-11-23T00:00:00.000Z', 24],
    ['Europe/Berlin', '2026-11-23', '2026-11-22T23:00:00.000Z', 24],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00.000Z', 24],
    ['Pacific/Kiritimati', '2026-01-01', '2025-12-31T10:00:00.000Z', 24],
    ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z', 24],
    // Clocks go forward at midnight, so the day begins at one o'clock.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    ['America/Asuncion', '2023-10-01', '2023-10-01T04:00:00.000Z', 23],
    ['Asia/Beirut', '2024-03-31', '2024-03-30T22:00:00.000Z', 23],
  ];
  for (const [zone, date, start, hours] of table) {
    const [day, next] = calendarDays(date, date, zone);
    assert.ok(day !== undefined && next !== undefined);
    const length = (next.start.getTime() - day.start.getTime()) / 3_600_000;
    assert.deepEqual([day.start.toISOString(), length], [start, hours], `${zone} ${date}`);
  }
});

test('days follow each other without a gap, and the last one ends where the next begins', () => {
  const days = calendarDays('2026-02-27', '2026-03-02', 'Europe/Berlin');
  assert.deepEqual(
    days.map(({ date }) => date),
    ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'],
  );
  assert.equal(countDays('2026-02-27', '2026-03-02'), 4);
  assert.equal(dateAt(new Date('2026-02-27T23:30:00Z'), 'Europe/Berlin'), '2026-02-28');
});

test('what is no day and no zone is known as such', () => {
  assert.deepEqual(['2026-02-28', '2026-02-29', '2026-13-01', '2026-1-1'].map(isDate), [true, false, false, false]);
  const zones = ['UTC', 'Europe/Berlin', 'Mars/Olympus', '+01:00', '', 'Etc/GMT+5'];
  assert.deepEqual(zones.map(isTimeZone), [true, true, false, false, false, true]);
});
