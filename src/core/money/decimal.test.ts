// One grammar for every decimal, which never loses or adds a digit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { divideUp, formatFixed, formatUnits, parseUnits, withoutSpareZeros } from './decimal.ts';

const decimalsInUse = fc.constantFrom(0, 2, 3, 6, 8, 9, 18, 24, 30);
const units = fc.bigInt(0n, 10n ** 48n);

test('E1-round-trip: a formatted amount is parsed to the same value, for all decimals', () => {
  fc.assert(
    fc.property(decimalsInUse, units, (decimals, value) => {
      assert.equal(parseUnits(formatUnits(value, decimals), decimals), value);
      assert.equal(parseUnits(formatFixed(value, decimals), decimals), value);
    }),
  );
});

test('what is written has no superfluous zero, point or sign', () => {
  fc.assert(
    fc.property(decimalsInUse, units, (decimals, value) => {
      assert.match(formatUnits(value, decimals), /^(0|[1-9]\d*)(\.\d*[1-9])?$/);
      assert.match(
        formatFixed(value, decimals),
        decimals === 0 ? /^(0|[1-9]\d*)$/ : new RegExp(`^(0|[1-9]\\d*)\\.\\d{${decimals}}$`),
      );
    }),
  );
});

test('anything but a plain decimal is refused', () => {
  const bad = [
    ...['1e3', '1E3', '0x10', '0b1', '0o7', 'NaN', 'Infinity', '-Infinity', '-1', '-0', '+1', ' 1', '1 ', '1\n', '\t1'],
    ...[
      '1_000',
      '1,000',
      '1 000',
      '１',
      '٣',
      '०',
      '01',
      '00',
      '00.1',
      '.5',
      '5.',
      '.',
      '',
      '1.2.3',
      '1..2',
      '1/2',
      '½',
    ],
    ...['null', 'undefined', 'true', '[]', '{}', '1n', '\u00001', '1\u0000', '1\u200b', '\ufeff1', '0.1f', '$1', '1%'],
  ];
  for (const text of bad) assert.equal(parseUnits(text, 18), 'not_a_decimal', JSON.stringify(text));
});

test('more digits than there are decimals are refused, never rounded', () => {
  assert.equal(parseUnits('0.1', 0), 'too_many_decimals');
  assert.equal(parseUnits('1.0', 0), 'too_many_decimals');
  assert.equal(parseUnits('0.0000001', 6), 'too_many_decimals');
  assert.equal(parseUnits('0.000001', 6), 1n);
});

test('numbers beyond any bound are refused by their length', () => {
  assert.equal(parseUnits('9'.repeat(78), 0), BigInt('9'.repeat(78)));
  assert.equal(parseUnits('9'.repeat(79), 0), 'not_a_decimal');
  assert.equal(parseUnits(`1${'0'.repeat(78)}`, 18), 'not_a_decimal');
  assert.equal(parseUnits('9'.repeat(1_000_000), 18), 'not_a_decimal');
  assert.equal(parseUnits(`0.${'0'.repeat(31)}`, 30), 'not_a_decimal');
});

test('dividing up is the least number that is not too little', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 40n), fc.bigInt(1n, 10n ** 30n), (a, b) => {
      const quotient = divideUp(a, b);
      assert.ok(quotient * b >= a && (quotient - 1n) * b < a);
    }),
  );
});

test('only zeros beyond the minor units are dropped, and no text becomes a decimal by it', () => {
  for (const [text, decimals, plain] of [
    ['100.00', 0, '100'],
    ['100.50', 0, '100.5'],
    ['10.000', 2, '10.00'],
    ['10.0010', 2, '10.001'],
    ['10.5', 2, '10.5'],
    ['10', 2, '10'],
    ['5.', 0, '5.'],
    ['1.0e0', 0, '1.0e0'],
    ['1.00x', 0, '1.00x'],
    ['', 0, ''],
  ] as const) {
    assert.equal(withoutSpareZeros(text, decimals), plain, text);
  }
});
