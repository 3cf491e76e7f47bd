// Sharing a value out over the transfers it came in loses nothing, makes nothing, and favours nobody by a whole unit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitValue } from './split-value.ts';

const values = fc.bigInt(0n, 10n ** 15n);
const amounts = fc.array(fc.bigInt(1n, 10n ** 30n), { minLength: 1, maxLength: 20 });

const sumOf = (those: readonly bigint[]) => those.reduce((sum, one) => sum + one, 0n);

test('the shares add up to the value, whatever the amounts', () => {
  fc.assert(fc.property(values, amounts, (value, those) => assert.equal(sumOf(splitValue(value, those)), value)));
});

test('no share is negative, and each is within one unit of its proportion', () => {
  fc.assert(
    fc.property(values, amounts, (value, those) => {
      const whole = sumOf(those);
      for (const [at, share] of splitValue(value, those).entries()) {
        const exact = value * (those[at] as bigint);
        assert.ok(share >= 0n && share * whole < exact + whole && (share + 1n) * whole > exact);
      }
    }),
  );
});

test('examples, read aloud', () => {
  assert.deepEqual(splitValue(100n, [1n]), [100n]);
  assert.deepEqual(splitValue(100n, [1n, 1n, 1n]), [33n, 33n, 34n]);
  assert.deepEqual(splitValue(1n, [1n, 1n, 1n]), [0n, 0n, 1n]);
  assert.deepEqual(splitValue(0n, [5n, 6n]), [0n, 0n]);
  assert.deepEqual(splitValue(0n, []), []);
});
