// What an app forgives: never more than it said, whatever the currency's decimals.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AppSettings, defaultSettings, toleranceOf } from './app-settings.ts';

const forgiving = (percent: string, fiatMax: string | null): AppSettings => ({
  ...defaultSettings,
  underpaymentTolerance: { percent, fiatMax },
});

test('the tolerance is the percentage of the total, rounded down', () => {
  assert.equal(toleranceOf(99_99n, 2, forgiving('0.5', null)), 49n);
  assert.equal(toleranceOf(99_99n, 2, forgiving('0', null)), 0n);
});

test('fiat_max caps it, also where it has more decimals than the currency', () => {
  assert.equal(toleranceOf(1000_00n, 2, forgiving('5', '2.50')), 250n);
  assert.equal(toleranceOf(100_000n, 0, forgiving('5', '99.99')), 99n);
});

test('it never exceeds a tenth of the total', () => {
  assert.equal(toleranceOf(9n, 2, forgiving('10', null)), 0n);
  assert.equal(toleranceOf(100n, 2, forgiving('99', null)), 10n);
});
