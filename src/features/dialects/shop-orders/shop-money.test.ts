// Shops send two decimals, whatever the currency has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../../../core/problem.ts';
import { readShopMoney } from './shop-money.ts';

test('two decimals are accepted in every currency, if those that it does not have are zeros', () => {
  const rows: [text: string, currency: string, money: string][] = [
    ['19.90', 'CNY', '19.90'],
    ['19.9', 'CNY', '19.9'],
    ['20', 'CNY', '20'],
    ['0.01', 'CNY', '0.01'],
    ['19.900', 'CNY', '19.90'],
    ['2000.00', 'JPY', '2000'],
    ['2000', 'JPY', '2000'],
    ['2000.0', 'JPY', '2000'],
    ['20.00', 'KWD', '20.00'],
    ['20.005', 'KWD', '20.005'],
    ['20.0050', 'KWD', '20.005'],
    ['999999999999999.99', 'CNY', '999999999999999.99'],
  ];
  for (const [text, currency, money] of rows)
    assert.equal(readShopMoney('money', text, currency), money, `${text} ${currency}`);
});

test('other amounts are refused with a message that names the field and the currency', () => {
  const rows: [text: string, currency: string, code: string, message: RegExp][] = [
    ['2000.50', 'JPY', 'too_many_decimals', /^Must have no decimals other than zeros, because JPY has none\.$/],
    ['19.905', 'CNY', 'too_many_decimals', /^Must have at most 2 decimals, as CNY has\.$/],
    ['20.0005', 'KWD', 'too_many_decimals', /^Must have at most 3 decimals, as KWD has\.$/],
    ['0', 'CNY', 'out_of_range', /^Must be more than zero\.$/],
    ['0.00', 'JPY', 'out_of_range', /^Must be more than zero\.$/],
    ...['', ' 20.00', '1,000.00', '1e3', '-1.00', '+1.00', '.50', '5.', '007.00', '１.00', 'NaN', '1.00\n'].map(
      (text): [string, string, string, RegExp] => [
        text,
        'CNY',
        'invalid_amount',
        /^Must be a decimal such as "19\.90"/,
      ],
    ),
    ['1000000000000000.00', 'CNY', 'invalid_amount', /^Must be a decimal/],
    [`0.${'0'.repeat(5_000)}`, 'CNY', 'invalid_amount', /^Must be a decimal/],
  ];
  for (const [text, currency, code, message] of rows) {
    assert.throws(
      () => readShopMoney('amount', text, currency),
      (error) => {
        assert.ok(error instanceof Problem);
        const [first] = error.errors ?? [];
        assert.deepEqual([first?.field, first?.code], ['amount', code]);
        assert.match(first?.message ?? '', message);
        return true;
      },
      `${text.slice(0, 40)} ${currency}`,
    );
  }
});
