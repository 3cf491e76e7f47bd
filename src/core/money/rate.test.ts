// Conversions round against the side that could profit, by less than one smallest unit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { pow10 } from './decimal.ts';
import { amountForValue, formatRate, parseRate, type Rate, splitValue, valueAtRate } from './rate.ts';

const rates = fc.record({ value: fc.bigInt(1n, 10n ** 24n), scale: fc.nat(18) });
const fiatDecimals = fc.constantFrom(0, 2, 3, 4);
const assetDecimals = fc.constantFrom(0, 2, 6, 8, 18, 24, 30);

function rate(text: string): Rate {
  return parseRate(text) ?? assert.fail(text);
}

test('E2-rounded-up: the due coins are worth at least the fiat amount, and one unit less is not', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 20n), fiatDecimals, rates, assetDecimals, (fiat, minor, price, decimals) => {
      const amount = amountForValue(fiat, minor, price, decimals);
      // Compared without division: amount × rate and fiat have the same power of ten.
      const worth = (units: bigint) => units * price.value * pow10(minor);
      const asked = fiat * pow10(price.scale + decimals);
      assert.ok(amount > 0n && worth(amount) >= asked && worth(amount - 1n) < asked);
    }),
  );
});

test('what came is never valued above what it is worth, nor a whole minor unit below', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 36n), assetDecimals, rates, fiatDecimals, (amount, decimals, price, minor) => {
      const value = valueAtRate(amount, decimals, price, minor);
      const exact = amount * price.value * pow10(minor);
      const one = pow10(price.scale + decimals);
      assert.ok(value * one <= exact && (value + 1n) * one > exact);
    }),
  );
});

test('paying exactly what is due never falls short of it', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 20n), fiatDecimals, rates, assetDecimals, (fiat, minor, price, decimals) => {
      assert.ok(valueAtRate(amountForValue(fiat, minor, price, decimals), decimals, price, minor) >= fiat);
    }),
  );
});

test('examples, read aloud', () => {
  assert.equal(amountForValue(10_000n, 2, rate('2000'), 18), 50_000_000_000_000_000n); // 100 USD at 2000: 0.05 ETH
  assert.equal(amountForValue(1n, 2, rate('3'), 6), 3_334n); // 0.01 USD at 3: 0.003334, rounded up
  assert.equal(amountForValue(100n, 0, rate('150.5'), 6), 664_452n); // 100 JPY at 150.5
  assert.equal(valueAtRate(3_333n, 6, rate('3'), 2), 0n); // 0.003333 at 3: 0.009999, rounded down
  assert.equal(valueAtRate(50_000_000_000_000_000n, 18, rate('2000'), 2), 10_000n);
});

test('a rate is a plain decimal above zero', () => {
  for (const text of ['', '0', '0.0', '0.000', '-1', '1e3', 'NaN', 'null', '<html>', '1,5', ' 1', '01']) {
    assert.equal(parseRate(text), null, text);
  }
  assert.equal(formatRate(rate('30300.10000')), '30300.1');
  assert.equal(formatRate(rate('0.00000001')), '0.00000001');
});

const values = fc.bigInt(0n, 10n ** 15n);
const amounts = fc.array(fc.bigInt(1n, 10n ** 30n), { minLength: 1, maxLength: 20 });

const sumOf = (those: readonly bigint[]) => those.reduce((sum, one) => sum + one, 0n);

test('the shares of a value add up to it, whatever the amounts', () => {
  fc.assert(fc.property(values, amounts, (value, those) => assert.equal(sumOf(splitValue(value, those)), value)));
});

test('no share of a value is negative, and each is within one unit of its proportion', () => {
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

test('a value that is shared out, read aloud', () => {
  assert.deepEqual(splitValue(100n, [1n]), [100n]);
  assert.deepEqual(splitValue(100n, [1n, 1n, 1n]), [33n, 33n, 34n]);
  assert.deepEqual(splitValue(1n, [1n, 1n, 1n]), [0n, 0n, 1n]);
  assert.deepEqual(splitValue(0n, [5n, 6n]), [0n, 0n]);
  assert.deepEqual(splitValue(0n, []), []);
});
