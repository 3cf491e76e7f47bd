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

test('entries with each word come first, in any case; entries with half of the words follow', () => {
  assert.equal(found('TOTAL create')[0], 'e');
  assert.deepEqual(found('total webhook'), ['f', 'e']);
  assert.deepEqual(found('webhook signature total'), []);
});

test('a name that is one of the words comes before longer names', () => {
  assert.deepEqual(found('invoice total').slice(0, 2), ['e', 'f']);
});

test('a method and a path find their operation first', () => {
  assert.equal(found('post /invoice')[0], 'a');
});

test('small words and endings of a question do not matter', () => {
  assert.equal(found('how do I get the invoices?')[0], 'b');
  assert.deepEqual(found('what is this'), []);
});

test('spaces alone find nothing', () => {
  assert.deepEqual(found('  '), []);
});
