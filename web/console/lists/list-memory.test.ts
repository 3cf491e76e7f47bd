// A long list keeps its rows while new ones arrive.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Known, nothingKnown, type Row, withNewest, withOlder, withRow } from './list-memory.ts';

const row = (minute: number, id = `row-${minute}`): Row & { note?: string } => ({
  id,
  created_at: `2026-11-01T12:${String(minute).padStart(2, '0')}:00.000Z`,
});
const rows = (...minutes: number[]) => minutes.map((minute) => row(minute));
const idsOf = ({ newest, older }: Known<Row>) => [...newest, ...older].map(({ id }) => id);

test('what new rows push out of the newest stays among the older ones, once', () => {
  const first = withNewest<Row>(nothingKnown, rows(9, 8, 7), 'after-7');
  const more = withOlder(first, rows(6, 5), 'after-5');
  const later = withNewest(more, rows(11, 10, 9), 'after-9');
  assert.deepEqual(idsOf(later), ['row-11', 'row-10', 'row-9', 'row-8', 'row-7', 'row-6', 'row-5']);
  assert.equal(later.next, 'after-5');
});

test('a row that fits no more leaves the newest, and one that moves up is not there twice', () => {
  const known = withOlder(withNewest<Row>(nothingKnown, rows(9, 8, 7), 'after-7'), rows(6, 5), null);
  assert.deepEqual(idsOf(withNewest(known, rows(9, 7, 6), 'after-6')), ['row-9', 'row-7', 'row-6', 'row-5']);
});

test('a list of one answer is replaced by the next; so is one that more came to than an answer holds', () => {
  const known = withNewest<Row>(nothingKnown, rows(3, 2), null);
  assert.deepEqual(idsOf(withNewest(known, rows(4, 3), null)), ['row-4', 'row-3']);
  const long = withOlder(withNewest<Row>(nothingKnown, rows(3, 2), 'after-2'), rows(1), null);
  const after = withNewest(long, rows(30, 29), 'after-29');
  assert.deepEqual([idsOf(after), after.next, after.goesOn], [['row-30', 'row-29'], 'after-29', false]);
});

test('rows of one moment are distinguished by their id', () => {
  const known = withOlder(withNewest<Row>(nothingKnown, [row(5, 'c'), row(5, 'b')], 'b'), [row(5, 'a')], null);
  assert.deepEqual(idsOf(withNewest(known, [row(6), row(5, 'c')], 'c')), ['row-6', 'c', 'b', 'a']);
});

test('an older row that changed is shown as it is now; another one changes nothing', () => {
  const known = withOlder(withNewest<Row>(nothingKnown, rows(3), 'after-3'), rows(2, 1), null);
  const changed = { ...row(2), note: 'paid' };
  assert.deepEqual(withRow(known, changed).older, [changed, row(1)]);
  assert.equal(withRow(known, row(3)), known);
});
