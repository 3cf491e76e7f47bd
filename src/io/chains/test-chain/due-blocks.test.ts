// A block of the test chain comes every second, and a pause costs no more than the blocks of a median.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueTimes, genesis, headersAfter, replacingTimes } from './due-blocks.ts';

test('one block is due for each second since the last one, and after a pause as many as a median needs', () => {
  const cases: readonly (readonly [number, number, readonly number[]])[] = [
    [100, 100, []],
    [100, 99, []],
    [100, 101, [101]],
    [100, 103, [101, 102, 103]],
    [100, 111, [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111]],
    [100, 5_000, [4_990, 4_991, 4_992, 4_993, 4_994, 4_995, 4_996, 4_997, 4_998, 4_999, 5_000]],
  ];
  for (const [last, now, times] of cases) assert.deepEqual(dueTimes(last, now), times, `${last} ${now}`);
});

test('the branch of a reorg is one block longer than the blocks that it replaces', () => {
  assert.deepEqual(replacingTimes([7, 8], 20), [7, 8, 20]);
  assert.deepEqual(replacingTimes([7, 8], 8), [7, 8, 9]);
});

test('headers follow their parent and each other', () => {
  const headers = headersAfter(genesis, [5, 6], (parent, time) => `${parent}-${time}`);
  assert.deepEqual(
    headers.map(({ number, parentHash }) => [number, parentHash]),
    [
      [1, genesis.hash],
      [2, `${genesis.hash}-5`],
    ],
  );
});
