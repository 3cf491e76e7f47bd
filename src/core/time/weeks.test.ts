// Which weekly partitions are created and dropped, around Mondays and around the end of retention.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../io/new-id.ts';
import { firstIdAt, madeUntil, planWeeks, timeOfId, type Week } from './weeks.ts';

const day = 24 * 3_600_000;
const kept = 30 * day;
const at = (text: string) => new Date(`${text}Z`);
const week = (from: string | null, until: string | null): Week => ({
  name: `${from}`,
  from: from === null ? null : at(`${from}T00:00`),
  until: until === null ? null : at(`${until}T00:00`),
});
const rest = week(null, null);

test('weeks begin on Mondays, follow each other, and are there five weeks ahead', () => {
  const table: [name: string, weeks: Week[], now: string, first: string | null, last: string | null][] = [
    ['none yet, on a Sunday', [], '2026-03-01T23:59', '2026-02-23', '2026-04-06'],
    ['none yet, on a Monday', [], '2026-03-02T00:00', '2026-03-02', '2026-04-06'],
    ['after the first part', [week(null, '2026-03-16'), rest], '2026-03-01T12:00', '2026-03-16', '2026-04-06'],
    ['all there', [week('2026-03-30', '2026-04-06'), rest], '2026-03-02T00:00', null, null],
    [
      'all there until a moment ago',
      [week('2026-03-30', '2026-04-06')],
      '2026-03-02T00:01',
      '2026-04-06',
      '2026-04-13',
    ],
    ['nobody was there for years', [week(null, '2020-01-06')], '2026-03-04T12:00', '2026-02-02', '2026-04-13'],
  ];
  for (const [name, weeks, now, first, last] of table) {
    const { make } = planWeeks(weeks, at(now), kept);
    assert.deepEqual(
      [make[0]?.from.toISOString().slice(0, 10) ?? null, make.at(-1)?.until.toISOString().slice(0, 10) ?? null],
      [first, last],
      name,
    );
    for (const [index, { from, until }] of make.entries()) {
      assert.equal(until.getTime() - from.getTime(), 7 * day, name);
      if (index > 0) assert.deepEqual(from, make[index - 1]?.until, name);
    }
  }
});

test('a week is dropped when its last moment is no longer kept, and never the table of the rest', () => {
  const weeks = [week(null, '2026-01-05'), week('2026-01-05', '2026-01-12'), rest];
  const dropped = (now: string) => planWeeks(weeks, at(now), kept).drop.map(({ until }) => until?.toISOString());
  assert.deepEqual(dropped('2026-02-03T23:59'), []);
  assert.deepEqual(dropped('2026-02-04T00:00'), ['2026-01-05T00:00:00.000Z']);
  assert.equal(dropped('2027-01-01T00:00').length, 2);
  assert.deepEqual(madeUntil(weeks), at('2026-01-12T00:00'));
});

test('an id stands in the week of its time', () => {
  const id = newId();
  const made = timeOfId(id);
  assert.ok(id >= firstIdAt(made) && id < firstIdAt(new Date(made.getTime() + 1)));
  const moment = at('2026-03-02T00:00');
  assert.deepEqual(timeOfId(firstIdAt(moment)), moment);
});
