// Every currency has a built-in price, so that a test coin can be quoted in each of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInDollar } from './built-in-rates.ts';
import { allCurrencies } from './currency.ts';
import { formatRate } from './rate.ts';

test('every currency has a built-in price, and the dollar is 1', () => {
  assert.deepEqual(
    allCurrencies().filter(({ code }) => builtInDollar(code) === null),
    [],
  );
  const dollar = builtInDollar('USD');
  assert.equal(dollar && formatRate(dollar), '1');
  assert.equal(builtInDollar('XXX'), null);
});
