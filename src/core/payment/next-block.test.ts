// When the next block is requested.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pauseUntilNext } from './next-block.ts';
import { isNextExpected } from './sync-pace.ts';

const slots = { seconds: 12, from: 1_606_824_023 };
const time = slots.from + 12 * 1000;
const at = (seconds: number) => (time + seconds) * 1000;
const shown = { time, showsAfterMillis: 2_000 };

test('where blocks come in slots, the next one is asked for when it is due', () => {
  assert.equal(pauseUntilNext(shown, slots, 4_000, at(2)), 11_900, 'the block has just shown');
  assert.equal(pauseUntilNext(shown, slots, 4_000, at(10)), 3_900);
  assert.equal(pauseUntilNext(shown, slots, 4_000, at(13.5)), 1_000, 'it is due');
  assert.equal(pauseUntilNext(shown, slots, 500, at(13.5)), 500, 'who polls oftener does so when it is due');
  assert.equal(pauseUntilNext(shown, slots, 4_000, at(25)), 4_000, 'a slot stayed empty');
});

test('where nothing is known of when blocks come, a chain is asked at every poll', () => {
  assert.equal(pauseUntilNext(shown, null, 4_000, at(2)), 4_000);
  assert.equal(
    pauseUntilNext({ ...shown, time: time + 1 }, slots, 4_000, at(2)),
    4_000,
    'its last block is in no slot',
  );
  assert.equal(pauseUntilNext(shown, slots, 4_000, at(-20)), 4_000, 'its clock and ours do not agree');
});

test('the next block is asked for by its number while it is the next that could show', () => {
  for (const [seconds, expected] of [
    [-13, false],
    [-12, true],
    [2, true],
    [13, true],
    [24, false],
  ] as const)
    assert.equal(isNextExpected(time, slots, at(seconds)), expected, `${seconds} s after the newest block`);
  assert.equal(isNextExpected(time + 1, slots, at(2)), false, 'its last block is in no slot');
  assert.equal(isNextExpected(time, null, at(2)), false);
});
