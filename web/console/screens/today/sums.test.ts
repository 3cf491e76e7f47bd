// Sums and bars of the days, as tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { barHeights, type Part, sumOf } from './sums.ts';

const none = { created: 0, paid: 0, conversion: null, median_seconds: null, p95_seconds: null };
const day = (...volume: readonly [currency: string, net: string, payments?: number][]): Part => ({
  ...none,
  volume: volume.map(([currency, net, payments = 1]) => ({ currency, net, payments, credited: net, reversed: '0' })),
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
});

test('bars stand to the highest, are there where anything came, and are none where more was taken back', () => {
  const days = [day(['USD', '50.00']), day(), day(['USD', '100.00']), day(['USD', '0.01']), day(['USD', '-5.00'])];
  assert.deepEqual(barHeights(days, 'USD'), [50, 0, 100, 2, 0]);
  assert.deepEqual(barHeights([day()], 'USD'), [0]);
});
