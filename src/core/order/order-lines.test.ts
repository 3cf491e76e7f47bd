// Lines of an order: the value of each, and the comparison of their sum with the total.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameCustomer, isSameLines } from './compare-orders.ts';
import { lineValue, type OrderLine, plainPrice, readQuantity, settleLines } from './order-lines.ts';

const line = (quantity: number, price: string, name = 'x'): OrderLine => ({ name, quantity, price });

test('a line is its price times its quantity, rounded half away from zero', () => {
  for (const [quantity, price, decimals, value] of [
    [3, '2.50', 2, 750n],
    [1.5, '6.67', 2, 1001n],
    [0.001, '1000000.00', 2, 100_000n],
    [3, '3.333', 2, 1000n],
    [1, '0.005', 2, 1n],
    [1, '-0.005', 2, -1n],
    [1, '0.0049', 2, 0n],
    [-2, '1.00', 2, -200n],
    [3, '33.33', 0, 100n],
    [1, '1.2345', 3, 1235n],
    [1, '1e3', 2, null],
    [1, '', 2, null],
    [1, '1'.padEnd(30, '0'), 2, null],
    [1_000_000, `-${'9'.repeat(78)}.${'9'.repeat(30)}`, 2, null],
  ] as const) {
    assert.equal(lineValue({ quantity, price }, decimals), value, `${quantity} × ${price}`);
  }
});

test('a quantity has three decimals and is not 0', () => {
  for (const [given, quantity, isRounded] of [
    [2, 2, false],
    [1.5, 1.5, false],
    ['1.0000', 1, false],
    ['0.125', 0.125, false],
    [0.1 + 0.2, 0.3, false],
    [0.3333, 0.333, true],
    [-1, -1, false],
  ] as const) {
    assert.deepEqual(readQuantity(given), { quantity, isRounded }, String(given));
  }
  for (const given of [0, 0.0004, '0.000', 1_000_001, -1_000_001, Number.POSITIVE_INFINITY]) {
    assert.equal(readQuantity(given), null, String(given));
  }
});

test('a price keeps its own digits, but no zeros beyond those of its currency', () => {
  for (const [price, decimals, plain] of [
    ['10', 2, '10'],
    ['10.5', 2, '10.5'],
    ['10.000000', 2, '10.00'],
    ['3.3330', 2, '3.333'],
    ['100.00', 0, '100'],
    ['-2.000', 2, '-2.00'],
    ['-0.00', 2, '0.00'],
    ['-0', 2, '0'],
  ] as const) {
    assert.equal(plainPrice(price, decimals), plain, price);
  }
});

const settled = (lines: readonly OrderLine[], due: bigint, decimals = 2) => settleLines({ lines, due, decimals });
const rounding = (price: string): OrderLine => ({ name: 'rounding', quantity: 1, price });

test('a line `rounding` makes up for one minor unit per line, and for no more', () => {
  const three = [line(3, '3.33')];
  assert.deepEqual(settled(three, 999n), three);
  assert.deepEqual(settled(three, 1000n), [...three, rounding('0.01')]);
  assert.deepEqual(settled(three, 998n), [...three, rounding('-0.01')]);
  assert.equal(settled(three, 1001n), 'mismatch');
  const two = [line(1, '12.00'), line(1, '-2.00', 'Coupon')];
  assert.deepEqual(settled(two, 1000n), two);
  assert.deepEqual(settled(two, 1002n), [...two, rounding('0.02')]);
  assert.equal(settled(two, 1003n), 'mismatch');
  assert.deepEqual(settled([line(3, '33.4')], 99n, 0), [line(3, '33.4'), rounding('-1')]);
});

test('an answered order can be sent again: its line `rounding` is kept, or made anew', () => {
  const answered = settled([line(3, '3.33')], 1000n) as OrderLine[];
  assert.deepEqual(settled(answered, 1000n), answered);
  assert.deepEqual(settled(answered, 999n), [line(3, '3.33')]);
  assert.deepEqual(settled(answered, 998n), [line(3, '3.33'), rounding('-0.01')]);
  assert.equal(settled(answered, 1002n), 'mismatch');
});

test('of more than a hundred lines the first 99 are kept, and one with the sum of the rest', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => line(1, '1.00', `line ${i + 1}`));
  assert.deepEqual(settled(many(100), 10_000n), many(100));
  const kept = settled(many(103), 10_300n) as OrderLine[];
  assert.deepEqual(kept.slice(0, 99), many(99));
  assert.deepEqual(kept.slice(99), [{ name: '4 more', quantity: 1, price: '4.00' }]);
  assert.deepEqual(settled(many(103), 10_403n)?.at(-1), rounding('1.03'));
  assert.equal(settled(many(103), 10_404n), 'mismatch');
  const hundredAndRounding = settled(many(100), 10_001n) as OrderLine[];
  assert.deepEqual(settled(hundredAndRounding, 10_001n), hundredAndRounding);
});

test('an order that is sent again is the same, however its captions and prices are written', () => {
  const lines = [line(1.5, '6.67', 'Cheese'), line(1, '-2.00', 'Coupon')];
  assert.ok(isSameLines(lines, [line(1.5, '6.670', 'Cheese'), line(1, '-2', ' Coupon ')]));
  assert.ok(isSameLines(lines, []) && isSameLines([], lines));
  for (const other of [[lines[0]], [line(1, '6.67', 'Cheese'), lines[1]], [line(1.5, '6.67', 'Tea'), lines[1]]]) {
    assert.ok(!isSameLines(lines, other as OrderLine[]));
  }
  const ada = { email: 'ada@shop.example', name: 'Ada' };
  assert.ok(isSameCustomer(ada, {}) && isSameCustomer(ada, { email: 'Ada@shop.example' }));
  assert.ok(!isSameCustomer(ada, { email: 'eve@shop.example' }) && !isSameCustomer(ada, { ...ada, name: 'Eve' }));
});
