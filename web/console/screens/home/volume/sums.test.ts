// Sums, heights and changes, as tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, heightsOf, mostOf, netIn, type Part, sumOf, turnoutOf, zeroLike } from './sums.ts';

const noRefunds = { refunds: 0, refunded: '0', refunds_reversed: '0' };
const none = { created: 0, paid: 0, conversion: null, median_seconds: null, p95_seconds: null };
const day = (...volume: readonly [currency: string, net: string, payments?: number][]): Part => ({
  ...none,
  volume: volume.map(([currency, net, payments = 1]) => ({
    currency,
    net,
    payments,
    credited: net,
    reversed: '0',
    ...noRefunds,
    balance: net,
  })),
});

test('days are added up exactly, each currency by itself, the one with the most payments first', () => {
  assert.deepEqual(sumOf([]), []);
  assert.deepEqual(sumOf([day(['USD', '0.10']), day(['USD', '0.20'], ['JPY', '500', 3])]), [
    { currency: 'JPY', net: '500' },
    { currency: 'USD', net: '0.30' },
  ]);
  assert.deepEqual(sumOf([day(['USD', '9007199254740993.01']), day(['USD', '0.01'])]), [
    { currency: 'USD', net: '9007199254740993.02' },
  ]);
  assert.deepEqual(sumOf([day(['USD', '5.00']), day(['USD', '-7.00'])]), [{ currency: 'USD', net: '-2.00' }]);
  assert.equal(netIn([day(['USD', '5.00']), day(['JPY', '7'])], 'USD'), '5.00');
  assert.equal(netIn([day(['JPY', '7'])], 'USD'), null);
  assert.equal(zeroLike([day(['JPY', '7']), day(['USD', '5.00'])], 'USD'), '0.00');
  assert.equal(zeroLike([day(['JPY', '7'])], 'USD'), '0');
});

test('bars have one scale, a bar for any amount, and none where more was reversed', () => {
  const nets = ['50.00', '0', '100.00', '0.01', '-5.00'];
  assert.deepEqual(heightsOf([nets]), [[50, 0, 100, 2, 0]]);
  assert.deepEqual(heightsOf([nets, ['200']]), [[25, 0, 50, 2, 0], [100]]);
  assert.deepEqual(heightsOf([['0'], []]), [[0], []]);
  assert.equal(mostOf(nets), '100.00');
  assert.equal(mostOf(['-1']), '0');
});

test('conversion is of all invoices of the days, and a change needs an amount before', () => {
  assert.deepEqual(turnoutOf([]), { created: 0, paid: 0, conversion: null });
  assert.deepEqual(
    turnoutOf([
      { created: 3, paid: 1 },
      { created: 1, paid: 0 },
    ]),
    { created: 4, paid: 1, conversion: 0.25 },
  );
  const rows: readonly [before: string, now: string, change: number | null][] = [
    ['4', '5.00', 0.25],
    ['100.00', '33.33', -0.666],
    ['0', '5', null],
    ['-3', '5', null],
    ['5', '-5', -2],
  ];
  for (const [before, now, change] of rows) assert.equal(changeOf(before, now), change, `${before} → ${now}`);
});
