// Amounts of Epusdt are JSON numbers that print as shops sign them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonAmount } from './json-amount.ts';

test('an amount is a number only where PHP, Python and Go print the same digits', () => {
  const rows: [decimal: string, amount: number | string][] = [
    ['42', 42],
    ['42.00', 42],
    ['42.50', 42.5],
    ['19.99', 19.99],
    ['0', 0],
    ['0.0', 0],
    ['7.9104', 7.9104],
    ['0.0001', 0.0001],
    ['123456789012.34', 123456789012.34],
    ['100000000000000', 100000000000000],
    // PHP prints 14 digits of a float.
    ['1234567890123.45', '1234567890123.45'],
    ['0.012345678901234567', '0.012345678901234567'],
    ['0.0099950000000001', 0.0099950000000001],
    ['0.009995000000000001', '0.009995000000000001'],
    // An exponent in PHP, Python and Go.
    ['0.00001', '0.00001'],
    ['0.000099', '0.000099'],
    // More than a float has.
    ['1000000000000000', '1000000000000000'],
  ];
  for (const [decimal, amount] of rows) {
    assert.equal(jsonAmount(decimal), amount, decimal);
    assert.doesNotMatch(String(jsonAmount(decimal)), /e/, decimal);
  }
});
