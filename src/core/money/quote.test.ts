// A quote is worth what is due, and being unlike another quote never costs the customer more than 0.01.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pow10 } from './decimal.ts';
import { distinctionRoom, distinctionStep, type QuoteInput, quoteAmount } from './quote.ts';
import { valueAtRate } from './rate.ts';

const inputs: fc.Arbitrary<QuoteInput> = fc.record({
  due: fc.bigInt(1n, 10n ** 15n),
  minorDecimals: fc.constantFrom(0, 2, 3, 4),
  rate: fc.record({ value: fc.bigInt(1n, 10n ** 14n), scale: fc.nat(10) }),
  assetDecimals: fc.constantFrom(0, 6, 8, 18),
});

/** 100.00 at 2000 a coin of 18 decimals. */
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

test('whatever room is used costs at most 0.01 of the currency, and one unit more would cost more', () => {
  fc.assert(
    fc.property(inputs, (input) => {
      const room = distinctionRoom(input);
      // Compared without dividing: room × rate against one hundredth, both over the same power of ten.
      const costs = (units: bigint) => units * input.rate.value * 100n;
      const hundredth = pow10(input.rate.scale + input.assetDecimals);
      assert.ok(costs(room) <= hundredth && costs(room + 1n) > hundredth);
    }),
  );
});

test('there are 9,999 distinct amounts wherever 0.01 has so many units, and each step is a power of ten', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 30n), fc.nat(12), (room, tries) => {
      const step = distinctionStep(room, tries);
      assert.match(step.toString(), /^10*$/);
      assert.ok(room / step >= (room < 9_999n ? room : 9_999n));
    }),
  );
});

test('each further try has ten times as many amounts to choose from, down to single units', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 30n), fc.integer({ min: 1, max: 11 }), (room, tries) => {
      const [coarse, fine] = [distinctionStep(room, tries), distinctionStep(room, tries + 1)];
      assert.equal(fine, coarse === 1n ? 1n : coarse / 10n);
    }),
  );
});

test('few digits are added: examples, read aloud', () => {
  assert.equal(quoteAmount(ether), 50_000_000_000_000_000n); // 0.05
  assert.equal(distinctionRoom(ether), 5_000_000_000_000n); // 0.000005, which is 0.01 USD
  assert.equal(distinctionStep(distinctionRoom(ether), 1), 100_000_000n); // 0.0000000001: up to 0.0500049999
  const bitcoin: QuoteInput = { ...ether, rate: { value: 30_300n, scale: 0 }, assetDecimals: 8 };
  assert.equal(distinctionRoom(bitcoin), 33n); // 33 satoshis are all that 0.01 USD buys
  assert.equal(distinctionStep(33n, 1), 1n);
});

test('where one unit costs more than 0.01 there is no room at all', () => {
  assert.equal(distinctionRoom({ ...ether, assetDecimals: 0 }), 0n);
});
