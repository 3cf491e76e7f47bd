// Rates derived through another currency are exact to eighteen digits, and never zero.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { formatRate, parseRate, type Rate } from './rate.ts';
import { productOf, quotientOf, rateOfNumber, roundRate } from './rate-cross.ts';

const rate = (text: string): Rate => parseRate(text) ?? assert.fail(text);

test('a price in dollars times what a dollar is gives the price there', () => {
  const table: [string, string, string][] = [
    ['2000', '0.306625', '613.25'],
    ['2000.5', '5.4321', '10866.91605'],
    ['1', '1', '1'],
    ['0.000000000000000001', '0.000000000000000001', '0.000000000000000000000000000001'],
  ];
  for (const [one, other, product] of table)
    assert.equal(formatRate(productOf(rate(one), rate(other))), product, `${one} times ${other}`);
});

test('what is said the other way round is turned', () => {
  assert.equal(formatRate(quotientOf(rate('1'), rate('1.25'))), '0.8');
  assert.equal(formatRate(quotientOf(rate('1'), rate('3'))), '0.333333333333333333');
  assert.equal(formatRate(quotientOf(rate('168.55'), rate('1.0876'))), '154.974255240897389');
  assert.equal(formatRate(quotientOf(rate('2000000'), rate('0.0005'))), '4000000000');
});

test('turned and multiplied again, any rate is itself but for the last digits', () => {
  const any = fc.record({ value: fc.bigInt(1n, 10n ** 12n), scale: fc.nat(8) });
  fc.assert(
    fc.property(any, any, (a, b) => {
      const back = productOf(quotientOf(a, b), b);
      const scale = Math.max(back.scale, a.scale) + 1;
      const [left, right] = [back, a].map(({ value, scale: own }) => value * 10n ** BigInt(scale - own)) as [
        bigint,
        bigint,
      ];
      const apart = left > right ? left - right : right - left;
      assert.ok(apart * 10n ** 9n <= right, `${formatRate(a)} by ${formatRate(b)}`);
      assert.ok(back.scale <= 30 && parseRate(formatRate(back)) !== null);
    }),
  );
});

test('a number of JSON is read as it is written, never as a float', () => {
  const table: [string, string | null][] = [
    ['2000.123456789012345', '2000.12345678901235'],
    ['1e-7', '0.0000001'],
    ['1.5E+3', '1500'],
    ['65000', '65000'],
    ['0', null],
    ['0.0', null],
    ['-1', null],
    ['01', null],
    ['NaN', null],
    ['', null],
    ['1e999', null],
  ];
  for (const [text, expected] of table) {
    const read = rateOfNumber(text);
    assert.equal(read && formatRate(read), expected && formatRate(roundRate(rate(expected))), text);
  }
});
