// A chain reader continues, goes back to the fork of two branches, or waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { forkPoint, medianTimePast, newestShared, standing } from './chain-cursor.ts';
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

/** Branch b forks from branch a above this height. */
function branch(number: number, lastShared: number): BlockHeader {
  const one = header(number, number <= lastShared ? 'a' : 'b');
  return number === lastShared + 1 ? { ...one, parentHash: `a${lastShared}` } : one;
}

test('the fork point is the newest kept block that the branch is built upon, wherever it parts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(20), fc.nat(20), fc.nat(60), fc.nat(), async (oldest, length, lastShared, above) => {
      const kept = Array.from({ length: length + 1 }, (_, index) => header(oldest + length - index, 'a'));
      const tip = branch(oldest + (above % (length + 2)), lastShared);
      const found = await forkPoint(kept, tip, async (_hash, number) => branch(number, lastShared));
      const block = kept.find(({ number }) => number <= Math.min(lastShared, tip.number));
      assert.deepEqual(found, block === undefined ? { kind: 'below' } : { kind: 'found', block });
    }),
  );
});

test('a missing block, or another one in its place, does not prove a fork (S10)', async () => {
  const kept = [header(10, 'a'), header(9, 'a'), header(8, 'a')];
  const tip = branch(10, 8);
  assert.deepEqual(await forkPoint(kept, tip, async () => null), { kind: 'unknown', number: 9 });
  assert.deepEqual(await forkPoint(kept, tip, async (_hash, number) => header(number, 'c')), {
    kind: 'unknown',
    number: 9,
  });
});

test('a reorg of one block is told by its own parent, and nobody is asked (S10)', async () => {
  const kept = [header(10, 'a'), header(9, 'a'), header(8, 'a')];
  const found = await forkPoint(kept, branch(10, 9), async () => assert.fail('nobody is to be asked'));
  assert.deepEqual(found, { kind: 'found', block: header(9, 'a') });
});

test('branches that part below everything kept have no fork point', async () => {
  assert.deepEqual(await forkPoint([header(10, 'a')], branch(10, 5), async () => null), { kind: 'below' });
  assert.deepEqual(await forkPoint([], branch(10, 5), async () => null), { kind: 'below' });
});

test('no block below the fork point is asked for', async () => {
  const asked: number[] = [];
  await forkPoint([header(10, 'a'), header(9, 'a'), header(8, 'a')], branch(11, 8), async (_hash, number) => {
    asked.push(number);
    return branch(number, 8);
  });
  assert.deepEqual(asked, [10, 9]);
});

test('the newest block that is still on a chain is found in few steps; none where nothing is shared', async () => {
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

const minute = 60;
/** Newest first, one minute apart; the newest is at 1,000 minutes. */
const eleven = Array.from({ length: 11 }, (_, age) => (1_000 - age) * minute);
const ahead = (count: number) => eleven.map((time, age) => (age < count ? time + 3_000 : time));
const back = (count: number) => eleven.map((time, age) => (age < count ? time - 3_000 : time));

test('chain-time: the median of the newest eleven block times; moving it takes six blocks', () => {
  for (const [what, times, height, expected] of [
    ['eleven in order: the sixth', eleven, 500, 995 * minute],
    ['more than eleven are known: those before do not count', [...eleven, 0, 0, 0, 0], 500, 995 * minute],
    ['the newest dated 50 minutes ahead changes nothing', ahead(1), 500, 995 * minute],
    ['five dated ahead still say no more than an honest block did', ahead(5), 500, 995 * minute],
    ['six dated ahead do', ahead(6), 500, 995 * minute + 3_000],
    ['the newest dated back: one block earlier, and no more', back(1), 500, 994 * minute],
    ['times in any order, as consensus allows', eleven.toReversed(), 500, 995 * minute],
    ['all alike, as in a chain of several blocks a second', eleven.map(() => 7), 500, 7],
    ['six known of many: the oldest of them', eleven.slice(0, 6), 500, 995 * minute],
    ['seven known of many', eleven.slice(0, 7), 500, 995 * minute],
    ['six known, one of them ahead', ahead(1).slice(0, 6), 500, 995 * minute],
    ['five known of many tell nothing', eleven.slice(0, 5), 500, null],
    ['one known of many tells nothing', eleven.slice(0, 1), 500, null],
    ['none at all', [], 500, null],
    ['a chain that has one block', [5], 0, 5],
    ['a chain that has two: the later', [9, 5], 1, 9],
    ['a chain that has three', [9, 7, 5], 2, 7],
    ['a chain that has three, of which one is known', [9], 2, null],
  ] as const)
    assert.equal(medianTimePast(times, height), expected, what);
});
