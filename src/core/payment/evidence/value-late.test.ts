// Late money is valued as the app's setting says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/rig/chance/properties.ts';
import { valueAtRate } from '../../money/rate.ts';
import type { InvoiceState } from '../invoice.ts';
import { type LateMoney, valueLate } from './value-late.ts';

const locked = { value: 2_000n, scale: 0 };
const risen = { value: 2_100n, scale: 0 };
const fallen = { value: 1_900n, scale: 0 };
/** 0.05 coins of 6 decimals, for the remainder of 100.00. */
const money: LateMoney = {
  amount: 50_000n,
  assetDecimals: 6,
  minorDecimals: 2,
  lockedRate: locked,
  currentRate: locked,
  partValue: null,
  isPromised: false,
  isAssigned: false,
};
const due: InvoiceState = {
  status: 'expired',
  total: 10_000n,
  paid: 0n,
  pending: 0n,
  refunded: 0n,
  tolerance: 0n,
  exceptions: [],
};

/** The rate at which it is valued; null if it waits. */
function rateOf(...given: Parameters<typeof valueLate>): object | null {
  const value = valueLate(...given);
  return 'rate' in value ? value.rate : null;
}

test('hold: it always waits', () => {
  assert.equal(rateOf('hold', money, due), null);
});

test('accept_at_locked_rate: it counts as if it had been in time, even where no source is fresh', () => {
  assert.equal(rateOf('accept_at_locked_rate', { ...money, currentRate: fallen }, due), locked);
  assert.equal(rateOf('accept_at_locked_rate', { ...money, currentRate: null }, due), locked);
});

test('accept_if_worth_the_due: today’s rate, if that covers the remainder', () => {
  assert.equal(rateOf('accept_if_worth_the_due', money, due), locked);
  assert.equal(rateOf('accept_if_worth_the_due', { ...money, currentRate: risen }, due), risen);
  assert.equal(rateOf('accept_if_worth_the_due', { ...money, currentRate: fallen }, due), null);
  assert.equal(rateOf('accept_if_worth_the_due', { ...money, currentRate: fallen }, { ...due, paid: 500n }), fallen);
});

test('accept_if_worth_the_due: the tolerance applies here too, to the unit', () => {
  const worthLess = { ...money, currentRate: fallen }; // 95.00
  assert.equal(rateOf('accept_if_worth_the_due', worthLess, { ...due, tolerance: 500n }), fallen);
  assert.equal(rateOf('accept_if_worth_the_due', worthLess, { ...due, tolerance: 499n }), null);
});

test('accept_if_worth_the_due: the last part of a quote covers its remainder, unless the price fell', () => {
  // A third that is worth 33.33 alone, and 33.34 as the last of three.
  const third = { ...money, amount: 16_668n, partValue: 3_335n };
  const lacking = { ...due, paid: 6_665n };
  assert.equal(rateOf('accept_if_worth_the_due', third, lacking), locked);
  assert.equal(rateOf('accept_if_worth_the_due', { ...third, partValue: 3_334n }, lacking), null);
  assert.equal(rateOf('accept_if_worth_the_due', { ...third, currentRate: fallen }, lacking), null);
  assert.equal(rateOf('accept_if_worth_the_due', { ...third, currentRate: risen }, lacking), risen);
  assert.equal(rateOf('hold', third, lacking), null);
});

test('accept_if_worth_the_due: without a fresh rate the value is unknown, so it waits', () => {
  assert.equal(rateOf('accept_if_worth_the_due', { ...money, currentRate: null }, due), null);
});

test('accept_if_worth_the_due: where nothing is left to pay, whatever comes is accepted', () => {
  assert.equal(
    rateOf('accept_if_worth_the_due', { ...money, amount: 1n }, { ...due, status: 'paid', paid: 10_000n }),
    locked,
  );
});

test('a promised rate is kept, regardless of the app’s setting', () => {
  for (const policy of ['hold', 'accept_at_locked_rate', 'accept_if_worth_the_due'] as const)
    assert.equal(rateOf(policy, { ...money, isPromised: true, currentRate: fallen }, due), locked);
});

test('a payment that the merchant assigns gets today’s rate, unless the app keeps locked ones', () => {
  const assigned = { ...money, isAssigned: true, currentRate: fallen };
  assert.equal(rateOf('hold', assigned, due), fallen);
  assert.equal(rateOf('accept_if_worth_the_due', assigned, due), fallen);
  assert.equal(rateOf('accept_at_locked_rate', assigned, due), locked);
  assert.equal(rateOf('accept_at_locked_rate', { ...assigned, lockedRate: null }, due), fallen);
  const unknown = valueLate('hold', { ...assigned, currentRate: null }, due);
  assert.deepEqual(unknown, { kind: 'rate_unavailable' });
});

test('accept_if_worth_the_due: a payment is accepted exactly if it covers the remainder', () => {
  const amounts = fc.tuple(
    fc.bigInt(1n, 10n ** 6n),
    fc.bigInt(1n, 10n ** 6n),
    fc.bigInt(0n, 9_999n),
    fc.bigInt(0n, 1_000n),
  );
  fc.assert(
    fc.property(amounts, ([amount, price, paid, tolerance]) => {
      const currentRate = { value: price, scale: 2 };
      const invoice = { ...due, paid, tolerance };
      const rate = rateOf('accept_if_worth_the_due', { ...money, amount, currentRate }, invoice);
      const covers = paid + valueAtRate(amount, 6, currentRate, 2) >= invoice.total - tolerance;
      assert.equal(rate !== null, covers);
    }),
  );
});
