// The entries that the search field finds, and their order.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEntries, type SearchEntry } from './find-entries.ts';

const entries: readonly SearchEntry[] = [
  ['operation', 'Create invoice', 'POST /invoice', 'a'],
  ['operation', 'Get invoice', 'GET /invoice/{id}', 'b'],
  ['object', 'Invoice', 'Object', 'c'],
  ['field', 'invoice_id', 'Create transaction', 'd'],
  ['field', 'total_min', 'List invoices', 'f'],
  ['field', 'total', 'Create invoice', 'e'],
];
const found = (typed: string) => findEntries(entries, typed).map(([, , , href]) => href);

test('the exact name comes first, then names that begin so, then names that hold it, then places', () => {
  assert.deepEqual(found('invoice'), ['c', 'd', 'a', 'b', 'f', 'e']);
});

test('each word must occur, in the name or the place, in any case', () => {
  assert.deepEqual(found('TOTAL create'), ['e']);
  assert.deepEqual(found('total webhook'), []);
});

test('a name that is one of the words comes before longer names', () => {
  assert.deepEqual(found('invoice total'), ['e', 'f']);
});

test('a method and a path find their operation first', () => {
  assert.equal(found('post /invoice')[0], 'a');
});

test('spaces alone find nothing', () => {
  assert.deepEqual(found('  '), []);
});
