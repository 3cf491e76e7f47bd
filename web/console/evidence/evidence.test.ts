// The values in fiat that the console shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { worthNow } from './fiat-value.ts';

const at = (price: number) => ({ rates: { USD: price, JPY: price } });

test('what came is worth its amount at the rate, to the minor unit, never rounded up', () => {
  assert.equal(worthNow(at(2000), '0.0035', 'USD'), '7.00');
  assert.equal(worthNow(at(1), '10000000000000000.019999', 'USD'), '10000000000000000.01');
  assert.equal(worthNow(at(0.000001234), '1000000', 'USD'), '1.23');
  assert.equal(worthNow(at(150.5), '2', 'JPY', 0), '301');
});

test('without a rate nothing is said', () => {
  assert.equal(worthNow(at(2000), '1', 'EUR'), null);
  assert.equal(worthNow(undefined, '1', 'USD'), null);
});
