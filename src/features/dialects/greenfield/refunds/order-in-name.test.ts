// The number of an order is found in the name of a pull payment, and never in the reason of the refund.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderWordsIn } from './order-in-name.ts';

test('the number of an order is among the words of a name, and the reason is not', () => {
  const rows: readonly (readonly [name: string, number: string, isFound: boolean])[] = [
    ['Refund of order 1042; broken', '1042', true],
    ['Refund of order 1042; ', '1042', true],
    ['Refund of order #1042', '1042', true],
    ['Refund of order #1042', '#1042', true],
    ['Refund of order WC-1042; twice', 'WC-1042', true],
    ['Rückerstattung der Bestellung 1042; kaputt', '1042', true],
    ['Refund for order no.: 1042 reason: was 1043', '1042', true],
    ['Refund for order no.: 1042 reason: was 1043', '1043', false],
    ['Refund of order 1042; same as 1043', '1043', false],
    ['Возврат (заказ «1042»), спасибо', '1042', true],
    // 50 bytes, so that the last word may be the beginning of a longer number.
    ['A translation of "refund of order" that is so l 10', '10', false],
    ['Refund', '1042', false],
    ['', '', false],
  ];
  for (const [name, number, isFound] of rows) assert.equal(orderWordsIn(name).includes(number), isFound, name);
});

test('a name of many words is read in linear time', () => {
  const many = `${'#'.repeat(50_000)} ${'x '.repeat(50_000)}`;
  assert.ok(orderWordsIn(many).length <= 80);
});
