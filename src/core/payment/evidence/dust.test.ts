// Dust is told from money by what it is worth, to the last unit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isWorthLess } from './dust.ts';

const rate = { value: 2_000n, scale: 0 };

test('what is worth less than 0.01 is dust, and what is worth just that is not', () => {
  assert.equal(isWorthLess(4_999_999_999_999n, 18, rate, '0.01'), true);
  assert.equal(isWorthLess(5_000_000_000_000n, 18, rate, '0.01'), false);
  assert.equal(isWorthLess(0n, 18, rate, '0.01'), true);
});

test('a currency without minor units has dust too', () => {
  const yen = { value: 300_000n, scale: 0 };
  assert.equal(isWorthLess(33_333_333_333n, 18, yen, '0.01'), true);
  assert.equal(isWorthLess(33_333_333_334n, 18, yen, '0.01'), false);
});

test('where no rate is known, and where the bound is 0, nothing is dust', () => {
  assert.equal(isWorthLess(1n, 18, null, '0.01'), false);
  assert.equal(isWorthLess(1n, 18, rate, '0'), false);
});
