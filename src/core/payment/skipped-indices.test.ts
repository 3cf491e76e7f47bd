// Proves how far addresses jump ahead after a restore.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indicesToSkip } from './skipped-indices.ts';

test('C22: what may have been shown since the backup is skipped, by the pace before it and never by less than 1,000', () => {
  assert.deepEqual([0, 10, 500, 501, 30_000].map(indicesToSkip), [1_000, 1_000, 1_000, 1_002, 60_000]);
});

test('the jump is bounded, for every skipped address is watched', () => {
  assert.equal(indicesToSkip(10_000_000), 200_000);
});
