// Amounts as people type them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Currency, currencyOf } from './currency.ts';
import { readEntered } from './entered-amount.ts';

const [USD, JPY] = ['USD', 'JPY'].map((code) => currencyOf(code) as Currency) as [Currency, Currency];

const cases: readonly [text: string, currency: Currency, wanted: bigint | string][] = [
  ['12.50', USD, 1250n],
  ['12,5', USD, 1250n],
  [' 1 200.00 ', USD, 120_000n],
  ['1 200,00', USD, 120_000n],
  ['007', USD, 700n],
  ['0.01', USD, 1n],
  ['1200', JPY, 1200n],
  ['۱۲٫۵', USD, 1250n],
  ['١٢٠٠', JPY, 1200n],
  ['١٬٢٠٠', USD, 'not_a_number'],
  ['１２．５', USD, 1250n],
  ['１２，５０', USD, 1250n],
  ['１２。５', USD, 1250n],
  ['　１２００', JPY, 1200n],
  ['１，２００', USD, 'too_many_decimals'],
  ['1。2。3', USD, 'not_a_number'],
  ['－５', USD, 'not_a_number'],
  ['', USD, 'missing'],
  ['  ', USD, 'missing'],
  ['0', USD, 'zero'],
  ['0,00', USD, 'zero'],
  ['1,000', USD, 'too_many_decimals'],
  ['1.000,00', USD, 'not_a_number'],
  ['1.5', JPY, 'too_many_decimals'],
  ['-5', USD, 'not_a_number'],
  ['1e3', USD, 'not_a_number'],
  ['ten', USD, 'not_a_number'],
  ['.', USD, 'not_a_number'],
  ['999999999.99', USD, 99_999_999_999n],
  ['1000000000', USD, 'too_large'],
  ['9'.repeat(40), USD, 'too_large'],
];

test('an entered text is parsed as one amount, or refused with a remedy', () => {
  for (const [text, currency, wanted] of cases) assert.equal(readEntered(text, currency), wanted, text);
});
