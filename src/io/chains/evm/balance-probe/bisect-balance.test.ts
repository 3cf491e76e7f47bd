// Bisection finds every block that raised a balance without a known reason, and no other block.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../../test/rig/chance/properties.ts';
import { bisectBalance } from './bisect-balance.ts';

interface Arrival {
  readonly block: number;
  readonly amount: bigint;
  readonly isExplained: boolean;
}

const first = 100;
const last = 400;

async function search(arrivals: readonly Arrival[], most = 1_000) {
  let asked = 0;
  const sum = (after: number, upTo: number, wanted: (one: Arrival) => boolean) =>
    arrivals
      .filter((one) => one.block > after && one.block <= upTo && wanted(one))
      .reduce((total, { amount }) => total + amount, 0n);
  const point = (number: number) => ({ number, balance: 7n + sum(first, number, () => true) });
  const explained = (after: number, upTo: number) => sum(after, upTo, ({ isExplained }) => isExplained);
  const rises = await bisectBalance({ from: point(first), to: point(last), explained, most }, async (number) => {
    asked += 1;
    return point(number).balance;
  });
  assert.ok(rises);
  return { ...rises, numbers: rises.blocks.map(({ number }) => number), asked };
}

test('every block with an unexplained rise is found, in order, and no other', async () => {
  const arrival = fc.record({
    block: fc.integer({ min: first + 1, max: last }),
    amount: fc.bigInt({ min: 1n, max: 10n }),
    isExplained: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(arrival, { maxLength: 12 }), async (arrivals) => {
      const wanted = new Set(arrivals.filter((one) => !one.isExplained).map(({ block }) => block));
      const found = await search(arrivals);
      assert.deepEqual([found.numbers, found.isCut], [[...wanted].sort((a, b) => a - b), false]);
    }),
  );
});

test('without an unexplained rise nothing is read; one block takes one read per halving', async () => {
  assert.equal((await search([{ block: 200, amount: 5n, isExplained: true }])).asked, 0);
  const { asked, numbers } = await search([{ block: 399, amount: 5n, isExplained: false }]);
  assert.deepEqual(numbers, [399]);
  assert.ok(asked <= Math.ceil(Math.log2(last - first)), String(asked));
});

test('the search stops at the requested number of blocks and reports that there may be more', async () => {
  const arrivals = [150, 250, 350].map((block) => ({ block, amount: 1n, isExplained: false }));
  const found = await search(arrivals, 2);
  assert.deepEqual([found.numbers, found.isCut], [[150, 250], true]);
  assert.deepEqual(
    found.blocks.map(({ balance }) => balance),
    [8n, 9n],
  );
  assert.equal((await search(arrivals, 3)).isCut, false);
});

test('a rise that left again is not searched for', async () => {
  const found = await search([
    { block: 120, amount: 5n, isExplained: false },
    { block: 130, amount: -5n, isExplained: false },
  ]);
  assert.deepEqual(found.numbers, []);
});

test('once a balance is unavailable, the search returns null', async () => {
  const search = { from: { number: 1, balance: 0n }, to: { number: 9, balance: 5n }, explained: () => 0n, most: 16 };
  assert.equal(await bisectBalance(search, async () => null), null);
});
