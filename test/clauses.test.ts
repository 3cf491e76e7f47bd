// docs/reference/clauses.md and its pages list every clause of the published interface with the test that proves it.
// Every listed test must exist.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingTests, readRows } from './rig/documents/named-tests.ts';

const rows = readRows('docs/reference/clauses.md');

test('every clause names a test that exists', () => {
  assert.deepEqual(
    rows.filter(({ file }) => file === null),
    [],
  );
  assert.deepEqual(missingTests(rows), []);
});

test('clauses are numbered without a gap, each once', () => {
  const numbers = Map.groupBy(new Set(rows.map((one) => one.number)), (clause) => clause.charAt(0));
  assert.ok(rows.length > 30);
  for (const [letter, clauses] of numbers) {
    assert.deepEqual(
      clauses,
      clauses.map((_, index) => `${letter}${index + 1}`),
    );
  }
});
