// What an app forgives: a share of the total, never more than it said, never more than a tenth.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type AppSettings, defaultSettings, toleranceOf } from './app-settings.ts';

function forgiving(percent: string, fiatMax: string | null = null): AppSettings {
  return { ...defaultSettings, underpaymentTolerance: { percent, fiatMax } };
}

test('nothing is forgiven unless the merchant says so', () => {
  assert.equal(toleranceOf(10_000n, 2, defaultSettings), 0n);
});

test('the percentage is of the total, rounded down', () => {
  assert.equal(toleranceOf(10_000n, 2, forgiving('1')), 100n);
  assert.equal(toleranceOf(9_999n, 2, forgiving('1')), 99n);
  assert.equal(toleranceOf(10_000n, 2, forgiving('0.25')), 25n);
  assert.equal(toleranceOf(99n, 2, forgiving('1')), 0n);
});

test('the largest amount holds in every currency, rounded down to its minor unit', () => {
  assert.equal(toleranceOf(100_000n, 2, forgiving('5', '3.50')), 350n);
  assert.equal(toleranceOf(1_000n, 2, forgiving('5', '3.50')), 50n);
  assert.equal(toleranceOf(1_000n, 0, forgiving('5', '3.50')), 3n);
  assert.equal(toleranceOf(1_000_000n, 3, forgiving('5', '3.50')), 3_500n);
  assert.equal(toleranceOf(100_000n, 2, forgiving('5', '0')), 0n);
});

test('a setting that cannot be read forgives nothing', () => {
  assert.equal(toleranceOf(10_000n, 2, forgiving('a lot')), 0n);
  assert.equal(toleranceOf(10_000n, 2, forgiving('1.234')), 0n);
  assert.equal(toleranceOf(10_000n, 2, forgiving('1', 'a lot')), 0n);
});

test('E8-tolerance: no setting forgives more than a tenth of the total', () => {
  const percents = fc.integer({ min: 0, max: 100_000 }).map((hundredths) => (hundredths / 100).toString());
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 20n), fc.constantFrom(0, 2, 3), percents, (total, decimals, percent) => {
      const tolerance = toleranceOf(total, decimals, forgiving(percent));
      assert.ok(tolerance >= 0n && tolerance * 10n <= total);
    }),
  );
});
