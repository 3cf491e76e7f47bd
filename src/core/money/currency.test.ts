// Fiat amounts are parsed by one grammar, with the minor digits of each currency.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { allCurrencies, type Currency, compareWithBound, currencyOf, formatFiat, parseFiat } from './currency.ts';

function known(code: string): Currency {
  const currency = currencyOf(code);
  assert.ok(currency, code);
  return currency;
}

test('each currency has the minor digits of ISO 4217', () => {
  const table: [string, number][] = [
    ['JPY', 0],
    ['KRW', 0],
    ['ISK', 0],
    ['USD', 2],
    ['EUR', 2],
    ['MGA', 2],
    ['HUF', 2],
    ['KWD', 3],
    ['BHD', 3],
    ['CLF', 4],
    ['UYW', 4],
  ];
  for (const [code, decimals] of table) assert.equal(known(code).decimals, decimals, code);
});

test('codes that nobody pays in are unknown', () => {
  for (const code of ['XAU', 'XXX', 'XTS', 'XDR', 'BOV', 'USN', 'HRK', 'ZZZ', 'usd', 'US', 'USDT', '', '__proto__']) {
    assert.equal(currencyOf(code), null, code);
  }
});

test('every code appears once', () => {
  const codes = allCurrencies().map((currency) => currency.code);
  assert.equal(new Set(codes).size, codes.length);
  for (const code of codes) assert.match(code, /^[A-Z]{3}$/);
});

test('more digits than the currency has are refused, never rounded', () => {
  assert.equal(parseFiat('100.5', known('JPY')), 'too_many_decimals');
  assert.equal(parseFiat('1.2345', known('KWD')), 'too_many_decimals');
  assert.equal(parseFiat('1.23456', known('CLF')), 'too_many_decimals');
  assert.equal(parseFiat('1.500', known('USD')), 'too_many_decimals');
  assert.equal(parseFiat('100', known('JPY')), 100n);
  assert.equal(parseFiat('1.234', known('KWD')), 1234n);
  assert.equal(parseFiat('1.5', known('USD')), 150n);
});

test('anything but a plain decimal is refused', () => {
  const bad = [
    ...[
      '1e3',
      '0x10',
      'NaN',
      'Infinity',
      '-1',
      '+1',
      ' 1',
      '1 ',
      '1\n',
      '1_000',
      '1,000',
      '１',
      '01',
      '00',
      '.5',
      '5.',
    ],
    ...['', '.', 'null', '[]', '{}', '1.2.3', '--1', '0b1', '1n', '٣', '1/2', '1.0e1', '\u00001'],
  ];
  for (const text of bad) assert.equal(parseFiat(text, known('USD')), 'not_a_decimal', JSON.stringify(text));
});

test('amounts beyond any bound are refused', () => {
  assert.equal(parseFiat(`1${'0'.repeat(77)}`, known('USD')), 'too_large');
  assert.equal(parseFiat(`1${'0'.repeat(78)}`, known('USD')), 'not_a_decimal');
  assert.equal(parseFiat('9'.repeat(1_000_000), known('USD')), 'not_a_decimal');
  assert.equal(parseFiat('9'.repeat(28), known('USD')), BigInt('9'.repeat(28)) * 100n);
});

test('what is written is read back the same, in every currency', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...allCurrencies()),
      fc.bigInt({ min: 0n, max: 10n ** 30n - 1n }),
      (currency, units) => {
        assert.equal(parseFiat(formatFiat(units, currency), currency), units);
      },
    ),
  );
});

test('a total is compared with a bound to the last digit, whatever the currency has of them', () => {
  const signs = (total: bigint, decimals: number, bounds: readonly string[]) =>
    bounds.map((bound) => Math.sign(compareWithBound(total, decimals, bound)));
  assert.deepEqual(signs(10_000n, 2, ['99.99', '100', '100.00', '100.000001', '100.01']), [1, 0, 0, -1, -1]);
  assert.deepEqual(signs(100n, 0, ['99.5', '100', '100.5', `0.${'0'.repeat(29)}1`]), [1, 0, -1, 1]);
  assert.deepEqual(signs(1_500n, 3, ['1.5', '9'.repeat(78)]), [0, -1]);
  assert.throws(() => compareWithBound(1n, 2, '1e3'), RangeError);
});
