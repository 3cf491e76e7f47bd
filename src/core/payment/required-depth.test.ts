// Tiers by value: they only ever ask for more than the network does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DepthTier, requiredDepth, type Worth } from './required-depth.ts';

const tiers: DepthTier[] = [
  { currency: 'USD', from: '0', confirmations: 1 },
  { currency: 'USD', from: '50', confirmations: 12 },
  { currency: 'USD', from: '1000', confirmations: 'finalized' },
];
const usd = (minor: bigint): ReadonlyMap<string, Worth> => new Map([['USD', { minor, decimals: 2 }]]);

test('a tier holds from its value on, and below it the one before', () => {
  assert.deepEqual(requiredDepth(1, null, tiers, usd(49_99n)), { confirmations: 1, mustBeFinal: false });
  assert.deepEqual(requiredDepth(1, null, tiers, usd(50_00n)), { confirmations: 12, mustBeFinal: false });
  assert.deepEqual(requiredDepth(1, null, tiers, usd(1000_00n)), { confirmations: 12, mustBeFinal: true });
});

test('no tier goes below the floor of the network or what the app asks for with the coin', () => {
  assert.equal(requiredDepth(6, null, tiers, usd(1_00n)).confirmations, 6);
  assert.equal(requiredDepth(6, 20, tiers, usd(60_00n)).confirmations, 20);
  assert.equal(requiredDepth(30, 20, tiers, usd(60_00n)).confirmations, 30);
});

test('the order of the tiers does not matter', () => {
  assert.deepEqual(requiredDepth(1, null, tiers.toReversed(), usd(2000_00n)), { confirmations: 12, mustBeFinal: true });
});

test('a tier in a currency whose worth nobody knows is taken as reached', () => {
  const euros: DepthTier[] = [{ currency: 'EUR', from: '1000000', confirmations: 40 }];
  assert.equal(requiredDepth(1, null, euros, usd(1n)).confirmations, 40);
});
