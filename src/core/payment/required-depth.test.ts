// Tiers by value: more confirmations for large invoices, fewer for small ones, and never fewer than the operator's
// floor.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DepthTier, requiredDepth, type Worth } from './required-depth.ts';

const tiers: DepthTier[] = [
  { currency: 'USD', from: '0', confirmations: 1 },
  { currency: 'USD', from: '50', confirmations: 12 },
  { currency: 'USD', from: '1000', confirmations: 'finalized' },
];
const network = (usual: number, floor = usual) => ({ usual, floor });
const usd = (minor: bigint): ReadonlyMap<string, Worth> => new Map([['USD', { minor, decimals: 2 }]]);

test('a tier holds from its value on, and below it the one before', () => {
  assert.deepEqual(requiredDepth(network(1), null, tiers, usd(49_99n)), { confirmations: 1, mustBeFinal: false });
  assert.deepEqual(requiredDepth(network(1), null, tiers, usd(50_00n)), { confirmations: 12, mustBeFinal: false });
  assert.deepEqual(requiredDepth(network(1), null, tiers, usd(1000_00n)), { confirmations: 12, mustBeFinal: true });
});

test('no tier goes below the floor of the network or what the app asks for with the coin', () => {
  assert.equal(requiredDepth(network(6), null, tiers, usd(1_00n)).confirmations, 6);
  assert.equal(requiredDepth(network(6), 20, tiers, usd(60_00n)).confirmations, 20);
  assert.equal(requiredDepth(network(30), 20, tiers, usd(60_00n)).confirmations, 30);
});

test('the order of the tiers does not matter', () => {
  assert.deepEqual(requiredDepth(network(1), null, tiers.toReversed(), usd(2000_00n)), {
    confirmations: 12,
    mustBeFinal: true,
  });
});

test('a tier in a currency whose worth nobody knows is taken as reached', () => {
  const euros: DepthTier[] = [{ currency: 'EUR', from: '1000000', confirmations: 40 }];
  assert.equal(requiredDepth(network(1), null, euros, usd(1n)).confirmations, 40);
});

test('less is asked for where little is at stake, and never less than the operator’s floor', () => {
  const low: DepthTier[] = [
    { currency: 'USD', below: '50', confirmations: 1 },
    { currency: 'USD', below: '500', confirmations: 3 },
    { currency: 'USD', from: '1000', confirmations: 12 },
  ];
  for (const [what, depth, asked, minor, expected] of [
    ['little', network(6, 1), null, 49_99n, 1],
    ['not below its bound, but below the next one', network(6, 1), null, 50_00n, 3],
    ['as much as the network usually asks for', network(6, 1), null, 500_00n, 6],
    ['much', network(6, 1), null, 1000_00n, 12],
    ['little, and the floor is higher', network(6, 2), null, 1_00n, 2],
    ['little, and the operator lets nobody ask for less', network(6), null, 1_00n, 6],
    ['little, and the app asks for more with the coin', network(6, 1), 8, 1_00n, 8],
    ['little, where the network asks for less than the tier', network(1, 1), null, 100_00n, 1],
  ] as const)
    assert.equal(requiredDepth(depth, asked, low, usd(minor)).confirmations, expected, what);
  assert.equal(requiredDepth(network(6, 1), null, low, new Map()).confirmations, 12, 'nobody knows what it is worth');
});
