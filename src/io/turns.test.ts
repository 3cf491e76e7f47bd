// Never more at once than was said, in the order they came, and a failure frees its place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { turns } from './turns.ts';

test('so many run at once, the rest in the order they came, and one that fails makes room as well', async () => {
  const inTurn = turns(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const work = (id: number) =>
    inTurn(async () => {
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
  assert.equal(await inTurn(async () => 'again'), 'again');
});

test('who finds the line full is turned away, and has not run', async () => {
  const inTurn = turns(1, { mostWaiting: 1, full: () => new Error('full') });
  let end = () => {};
  const first = inTurn(() => new Promise<void>((resolve) => (end = resolve)));
  const second = inTurn(async () => 2);
  await assert.rejects(
    inTurn(async () => assert.fail('it ran')),
    /^Error: full$/,
  );
  end();
  await first;
  assert.equal(await second, 2);
});
