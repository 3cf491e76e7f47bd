// Concurrent calls share one statement, and each call gets its own answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coalesce } from './coalesce.ts';

test('what is asked in one moment is one statement, and everyone hears their own answer', async () => {
  const asked: (readonly number[])[] = [];
  const double = coalesce(
    async (calls: readonly number[]) => {
      asked.push(calls);
      return calls.map((call) => call * 2);
    },
    { batch: 10, atOnce: 1 },
  );
  assert.deepEqual(await Promise.all([double(1), double(2), double(1)]), [2, 4, 2]);
  assert.deepEqual(await double(5), 10);
  assert.deepEqual(asked, [[1, 2, 1], [5]]);
});

test('a call made while a statement runs never joins it', async () => {
  let value = 'old';
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const read = coalesce(
    async (calls: readonly string[]) => {
      const seen = value;
      if (seen === 'old') await held;
      return calls.map((call) => `${call} ${seen}`);
    },
    { batch: 10, atOnce: 1 },
  );
  const early = read('early');
  await new Promise((resolve) => setImmediate(resolve));
  value = 'new';
  const late = read('late');
  release();
  assert.deepEqual(await Promise.all([early, late]), ['early old', 'late new']);
});

test('no more than the limit goes in one statement, nor more statements at once', async () => {
  let running = 0;
  let most = 0;
  const sizes: number[] = [];
  const twoRun = Promise.withResolvers<void>();
  const count = coalesce(
    async (calls: readonly number[]) => {
      sizes.push(calls.length);
      running += 1;
      most = Math.max(most, running);
      // Waits one more turn, in which a third statement would start.
      if (running === 2) setImmediate(twoRun.resolve);
      await twoRun.promise;
      running -= 1;
      return calls;
    },
    { batch: 3, atOnce: 2 },
  );
  const calls = [1, 2, 3, 4, 5, 6, 7, 8];
  assert.deepEqual(await Promise.all(calls.map(count)), calls);
  assert.deepEqual(sizes, [3, 3, 2]);
  assert.equal(most, 2);
});

test('a statement that fails tells all who shared it, and the next one is not affected', async () => {
  let fails = true;
  const read = coalesce(
    async (calls: readonly number[]) => {
      if (fails) throw new Error('away');
      return calls;
    },
    { batch: 10, atOnce: 1 },
  );
  const both = await Promise.allSettled([read(1), read(2)]);
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  fails = false;
  assert.equal(await read(3), 3);
});
