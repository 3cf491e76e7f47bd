// A reader of a chain goes on, goes back to where the branches diverge, or stays where it is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { forkPoint, newestShared, standing } from './chain-cursor.ts';
import type { BlockHeader } from './transfer.ts';

function header(number: number, branch: string): BlockHeader {
  return { number, hash: `${branch}${number}`, parentHash: `${branch}${number - 1}`, time: number };
}

const cursor = header(10, 'a');

test('a newer head means to read on, from the block after the cursor to the head', () => {
  assert.deepEqual(standing(cursor, header(13, 'a'), null), { kind: 'behind', first: 11, last: 13 });
  assert.deepEqual(standing(cursor, header(11, 'b'), null), { kind: 'behind', first: 11, last: 11 });
});

test('the same head means that nothing is new', () => {
  assert.deepEqual(standing(cursor, header(10, 'a'), 'a10'), { kind: 'current' });
});

test('another block at the cursor’s height means that the branches diverged', () => {
  assert.deepEqual(standing(cursor, header(10, 'b'), 'a10'), { kind: 'diverged' });
});

test('an older head of the same branch is an endpoint that lags, not a reorg', () => {
  assert.deepEqual(standing(cursor, header(8, 'a'), 'a8'), { kind: 'current' });
  assert.deepEqual(standing(cursor, header(2, 'b'), null), { kind: 'current' }, 'too old to be compared');
});

test('an older head of another branch is a reorg', () => {
  assert.deepEqual(standing(cursor, header(8, 'b'), 'a8'), { kind: 'diverged' });
});

test('the fork point is the newest kept block that is still on the chain, wherever the branches diverge', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(20), fc.nat(20), fc.nat(30), async (oldest, length, lastShared) => {
      const kept = Array.from({ length: length + 1 }, (_, index) => header(oldest + length - index, 'a'));
      const canonical = async (number: number) => (number <= lastShared ? `a${number}` : `b${number}`);
      const found = await forkPoint(kept, canonical);
      const expected = kept.find((one) => one.number <= lastShared) ?? null;
      assert.deepEqual(found, expected);
    }),
  );
});

test('a chain that has become shorter diverges where it ends', async () => {
  const kept = [header(10, 'a'), header(9, 'a'), header(8, 'a')];
  assert.deepEqual(await forkPoint(kept, async (number) => (number > 8 ? null : `a${number}`)), header(8, 'a'));
});

test('branches that part below everything kept have no fork point', async () => {
  assert.equal(await forkPoint([header(10, 'a')], async (number) => `b${number}`), null);
  assert.equal(await forkPoint([], async () => null), null);
});

test('no block below the fork point is asked for', async () => {
  const asked: number[] = [];
  await forkPoint([header(10, 'a'), header(9, 'a'), header(8, 'a')], async (number) => {
    asked.push(number);
    return number === 10 ? 'b10' : `a${number}`;
  });
  assert.deepEqual(asked, [10, 9]);
});

test('the newest block that is still on a chain is found with few looks, and none where nothing is shared', async () => {
  const recorded = Array.from({ length: 1000 }, (_, index) => ({
    number: 3000 - 3 * index,
    hash: `h${3000 - 3 * index}`,
  }));
  for (const fork of [3000, 2999, 1500, 3, 2]) {
    let looks = 0;
    const canonical = async (number: number) => {
      looks += 1;
      return number <= fork ? `h${number}` : number > 2900 ? null : `other${number}`;
    };
    assert.deepEqual(await newestShared(recorded, canonical), recorded.find((block) => block.number <= fork) ?? null);
    assert.ok(looks <= 10);
  }
});
