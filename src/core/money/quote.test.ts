// A quote is worth the amount due, and making it distinct never costs the customer more than the configured room.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { pow10 } from './decimal.ts';
import {
  distinctAmounts,
  distinctionRoom,
  distinctionSteps,
  type FiatRoom,
  type QuoteInput,
  quoteAmount,
  quoteGrid,
  roundUpTo,
} from './quote.ts';
import { valueAtRate } from './rate.ts';

const inputs: fc.Arbitrary<QuoteInput> = fc.record({
  due: fc.bigInt(1n, 10n ** 15n),
  minorDecimals: fc.constantFrom(0, 2, 3, 4),
  rate: fc.record({ value: fc.bigInt(1n, 10n ** 14n), scale: fc.nat(10) }),
  assetDecimals: fc.constantFrom(0, 6, 8, 18),
});

const cent: FiatRoom = { units: 1n, decimals: 2 };

/** 100.00 at 2000 for a coin of 18 decimals. */
const ether: QuoteInput = { due: 10_000n, minorDecimals: 2, rate: { value: 2_000n, scale: 0 }, assetDecimals: 18 };

test('what is asked for is worth what is due, and one unit less is not', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const amount = quoteAmount(input);
      const worth = (units: bigint) => valueAtRate(units, input.assetDecimals, input.rate, input.minorDecimals);
      assert.ok(worth(amount) >= input.due && worth(amount - 1n) < input.due);
    }),
  );
});

const rooms: fc.Arbitrary<FiatRoom> = fc.record({ units: fc.bigInt(1n, 10_000n), decimals: fc.constantFrom(2, 4) });

test('the room costs at most what it may, and one unit more would cost more', () => {
  fc.assert(
    fc.property(inputs, rooms, (input, fiat) => {
      const room = distinctionRoom(input, fiat);
      // Compared without division: both sides have the same power of ten.
      const costs = (units: bigint) => units * input.rate.value * pow10(fiat.decimals);
      const most = fiat.units * pow10(input.rate.scale + input.assetDecimals);
      assert.ok(costs(room) <= most && costs(room + 1n) > most);
    }),
  );
});

test('amounts to choose from: within the room, all different, and all there are where they are few', () => {
  const draws = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 8n), draws, fc.boolean(), (room, drawn, isGridOnly) => {
      const steps = distinctionSteps(room, 1n, isGridOnly);
      const [coarsest = 1n] = steps;
      const amounts = distinctAmounts(1_000n, room, { step: coarsest, most: 512n, random: () => drawn });
      assert.equal(new Set(amounts).size, amounts.length);
      for (const one of amounts) assert.ok(one > 1_000n && one <= 1_000n + room);
      const all = room / coarsest;
      assert.equal(BigInt(amounts.length), all < 512n ? all : 512n);
    }),
  );
});

const grids = fc.nat(12).map((digits) => pow10(digits));

test('amounts are told apart by the coarsest step that leaves 9,999 of them, never finer than exchanges send', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 30n), grids, (room, grid) => {
      const [first = 0n] = distinctionSteps(room, grid, false);
      assert.match(first.toString(), /^10*$/);
      assert.ok(first >= grid);
      if (first > grid) assert.ok(room / first >= 9_999n);
    }),
  );
});

test('each further step is ten times finer, down to what exchanges send, or to single units', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 30n), grids, fc.boolean(), (room, grid, isGridOnly) => {
      const steps = distinctionSteps(room, grid, isGridOnly);
      for (const [at, step] of steps.slice(1).entries()) assert.equal(step * 10n, steps[at]);
      assert.equal(steps.at(-1), isGridOnly ? grid : 1n);
    }),
  );
});

test('a request is rounded up to what exchanges send: 8 decimals, and 6 of stable coins', () => {
  assert.equal(quoteGrid(18, false), 10n ** 10n);
  assert.equal(quoteGrid(18, true), 10n ** 12n);
  assert.equal(quoteGrid(6, true), 1n);
  assert.equal(quoteGrid(8, false), 1n);
  assert.equal(roundUpTo(10n ** 10n, 33_333_333_333_333_334n), 33_333_340_000_000_000n);
  assert.equal(roundUpTo(10n ** 10n, 50_000_000_000_000_000n), 50_000_000_000_000_000n);
});

test('few digits are added: examples, read aloud', () => {
  assert.equal(quoteAmount(ether), 50_000_000_000_000_000n); // 0.05
  assert.equal(distinctionRoom(ether, cent), 5_000_000_000_000n); // 0.000005, which is 0.01 USD
  assert.equal(distinctionSteps(distinctionRoom(ether, cent), 10n ** 10n, false)[0], 10n ** 10n); // 0.00000001
  const bitcoin: QuoteInput = { ...ether, rate: { value: 30_300n, scale: 0 }, assetDecimals: 8 };
  assert.equal(distinctionRoom(bitcoin, cent), 33n); // 33 satoshis are all that 0.01 USD buys
  assert.deepEqual(distinctionSteps(33n, 1n, true), [1n]);
});

test('where one unit costs more than 0.01 there is no room at all', () => {
  assert.equal(distinctionRoom({ ...ether, assetDecimals: 0 }, cent), 0n);
});
