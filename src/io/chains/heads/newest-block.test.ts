// An endpoint lags if it is far behind, or stays a little behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { NewestShown } from './newest-block.ts';

/** Blocks come every `pace` seconds; `shown` pairs a height with the millisecond at which it was reported. */
function lags(
  shown: readonly (readonly [height: number, at: number])[],
  head: number,
  now: number,
  pace = 12,
): boolean {
  const newest = new NewestShown();
  for (const [height, at] of shown) newest.show(block(height, pace), at);
  return newest.outruns(block(head, pace), now);
}

function block(number: number, pace: number): BlockHeader {
  return { number, hash: `h${number}`, parentHash: `h${number - 1}`, time: number * pace };
}

const everySecond = [...Array(20).keys()].map((second) => [100 + second, second * 1_000] as const);

test('an endpoint lags when it is far behind, or lacks a block that was shown five seconds ago', () => {
  const cases: [string, boolean, boolean][] = [
    ['no block was shown yet', lags([], 3, 0), false],
    ['it is level', lags([[9, 0]], 9, 60_000), false],
    ['it is ahead', lags([[9, 0]], 10, 60_000), false],
    ['it is one behind for a moment', lags([[9, 0]], 8, 4_999), false],
    ['it is one behind for long', lags([[9, 0]], 8, 5_000), true],
    ['it is four behind, and a minute', lags([[9, 0]], 5, 0), true],
    ['it is four behind within a second', lags([[9, 0]], 5, 0, 0.25), false],
    ['it lacks only what was shown lately', lags(everySecond, 115, 19_000, 0), false],
    ['it lacks what was shown five seconds ago', lags(everySecond, 113, 19_000, 0), true],
    [
      'the block that it lacks was taken back',
      lags(
        [
          [10, 0],
          [8, 9_000],
          [9, 9_500],
        ],
        8,
        10_000,
      ),
      false,
    ],
    [
      'the newest block is shown again and again',
      lags(
        [
          [9, 0],
          [9, 4_000],
          [9, 8_000],
        ],
        8,
        8_000,
      ),
      true,
    ],
  ];
  for (const [name, is, expected] of cases) assert.equal(is, expected, name);
});

test('after the newest block is forgotten, no endpoint lags', () => {
  const newest = new NewestShown();
  newest.show(block(100, 12), 0);
  newest.forget();
  assert.equal(newest.outruns(block(5, 12), 60_000), false);
  assert.equal(newest.isOverdue(6, 60_000), false);
});
