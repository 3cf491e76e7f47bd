// Runs at most the given number at once, in the order of the calls, and a failure releases its permit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { semaphore } from './semaphore.ts';

test('so many run at once, the rest in the order they came, and one that fails frees its permit', async () => {
  const limited = semaphore(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (id: number) =>
    limited(async () => {
      begun.push(id);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (id === 0) throw new Error('the first one fails');
      return id;
    });
  const all = Promise.allSettled([0, 1, 2, 3].map(work));
  assert.deepEqual(begun, [0, 1]);
  for (const more of [
    [0, 1, 2],
    [0, 1, 2, 3],
    [0, 1, 2, 3],
    [0, 1, 2, 3],
  ]) {
    ends.shift()?.();
    await new Promise(setImmediate);
    assert.deepEqual(begun, more);
  }
  assert.deepEqual(
    (await all).map((one) => (one.status === 'fulfilled' ? one.value : 'failed')),
    ['failed', 1, 2, 3],
  );
  assert.equal(await limited(async () => 'again'), 'again');
});

test('who finds the queue full is refused, and has not run', async () => {
  const limited = semaphore(1, { longest: 1, full: () => new Error('full') });
  let end = () => {};
  const first = limited(() => new Promise<void>((resolve) => (end = resolve)));
  const second = limited(async () => 2);
  await assert.rejects(
    limited(async () => assert.fail('it ran')),
    /^Error: full$/,
  );
  end();
  await first;
  assert.equal(await second, 2);
});
