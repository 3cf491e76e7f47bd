// A periodic action is due at first, and again when its interval has passed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { every } from './throttle.ts';

test('it is due at once, and after each restart when the usual time, or the one that was given, has passed', () => {
  let now = 0;
  const pace = every(10, () => now);
  const dueAt = (...times: readonly number[]) =>
    times.map((time) => {
      now = time;
      return pace.isDue;
    });
  assert.deepEqual(dueAt(0, 5), [true, true]);
  pace.restart();
  assert.deepEqual(dueAt(5, 14, 15, 90), [false, false, true, true]);
  pace.restart(2);
  assert.deepEqual(dueAt(91, 92), [false, true]);
});
