// How many addresses are skipped after a restore.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indicesToSkip } from './skipped-indices.ts';

test('C22: possibly shown addresses are skipped by the earlier pace, at least 1,000', () => {
  assert.deepEqual([0, 10, 500, 501, 30_000].map(indicesToSkip), [1_000, 1_000, 1_000, 1_002, 60_000]);
});

test('the jump is bounded, for every skipped address is watched', () => {
  assert.equal(indicesToSkip(10_000_000), 200_000);
});
