// Times in a request: moments and whole days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problem.ts';
import { readDay, readEnd, readStart, readTimeZone } from './moment.ts';

const cases: readonly [text: string, timeZone: string, start: string, end: string, day: string][] = [
  ['2026-11-28', 'UTC', '2026-11-28T00:00:00.000Z', '2026-11-29T00:00:00.000Z', '2026-11-28'],
  ['2026-11-28', 'Europe/Berlin', '2026-11-27T23:00:00.000Z', '2026-11-28T23:00:00.000Z', '2026-11-28'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', '2026-03-29'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z', '2026-10-25'],
  ['2024-02-29', 'UTC', '2024-02-29T00:00:00.000Z', '2024-03-01T00:00:00.000Z', '2024-02-29'],
  ['2026-12-31', 'Pacific/Kiritimati', '2026-12-30T10:00:00.000Z', '2026-12-31T10:00:00.000Z', '2026-12-31'],
  ['2026-11-28T23:30:00Z', 'Europe/Berlin', '2026-11-28T23:30:00.000Z', '2026-11-28T23:30:00.000Z', '2026-11-29'],
  ['2026-11-28T10:00:00.5+02:00', 'UTC', '2026-11-28T08:00:00.500Z', '2026-11-28T08:00:00.500Z', '2026-11-28'],
  ['2026-11-28 10:00:00z', 'UTC', '2026-11-28T10:00:00.000Z', '2026-11-28T10:00:00.000Z', '2026-11-28'],
];

const refused = [
  ...['', 'today', '2026', '2026-11', '2026-11-31', '2026-02-29', '2026-13-01', '28.11.2026', '2026-11-28T10:00'],
  ...['2026-11-28T10:00:00', '2026-02-30T10:00:00Z', '2026-11-28T24:00:00Z', '2026-11-28T23:59:60Z', '1764288000'],
  ...['0000-01-01', '9999-12-31'],
];

test('a day is all of it in its time zone, and a moment is itself', () => {
  for (const [text, timeZone, start, end, day] of cases) {
    const named = { field: 'from', text, timeZone };
    assert.deepEqual(
      [readStart(named).toISOString(), readEnd(named).toISOString(), readDay(named)],
      [start, end, day],
      `${text} ${timeZone}`,
    );
  }
});

test('a text that is neither is refused by its field', () => {
  const isRefused = (error: unknown) => error instanceof Problem && error.errors?.[0]?.field === 'to';
  for (const text of refused) {
    for (const read of [readStart, readEnd, readDay]) {
      assert.throws(() => read({ field: 'to', text, timeZone: 'UTC' }), isRefused, text);
    }
  }
  assert.deepEqual([readTimeZone(undefined), readTimeZone('Asia/Tokyo')], ['UTC', 'Asia/Tokyo']);
  for (const name of ['Mars/Olympus', '+01:00', '']) assert.throws(() => readTimeZone(name), Problem, name);
});
