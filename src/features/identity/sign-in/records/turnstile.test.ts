// A turnstile lets no more through at a time than it has places, and everybody in the end.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turnstile } from './turnstile.ts';

test('never more inside than there are places, in the order they came, also past one that fails', async () => {
  const pass = turnstile(2);
  let inside = 0;
  let most = 0;
  const entered: number[] = [];
  const outcomes = await Promise.allSettled(
    [0, 1, 2, 3, 4, 5].map((number) =>
      pass(async () => {
        entered.push(number);
        inside += 1;
        most = Math.max(most, inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
        if (number === 1) throw new Error('out');
      }),
    ),
  );
  assert.equal(most, 2);
  assert.deepEqual(entered, [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(outcomes.map(({ status }) => status).filter((status) => status === 'rejected').length, 1);
});
