// A table of re-executions, and whether each proves that a call sent the transfer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSentByCall, type ReExecution } from './sent-by-call.ts';

const shop = '0x5';
const paying: ReExecution = { touched: new Set([shop, '0x6']), maySelfdestruct: false };
const elsewhere: ReExecution = { touched: new Set(['0x6']), maySelfdestruct: false };

test('a run that reaches the recipient, over code that cannot die, proves a call', () => {
  assert.equal(isSentByCall(shop, 'x', new Map([['x', paying]])), true);
});

test('A15-unproved: without a run, in a run that went elsewhere, and over code that can die nothing is proved', () => {
  for (const run of [null, elsewhere, { ...paying, maySelfdestruct: true }])
    assert.equal(isSentByCall(shop, 'x', new Map([['x', run]])), false);
  assert.equal(isSentByCall(shop, 'x', new Map()), false);
  assert.equal(isSentByCall(shop, 'x', new Map([['y', paying]])), false, 'another one paid');
});

test('A15-unproved: whoever else may have had a part in it must not hold code that can die, wherever it went', () => {
  const beside = (other: ReExecution | null) =>
    isSentByCall(
      shop,
      'x',
      new Map([
        ['x', paying],
        ['y', other],
      ]),
    );
  assert.deepEqual([paying, elsewhere].map(beside), [true, true]);
  assert.deepEqual([null, { ...elsewhere, maySelfdestruct: true }].map(beside), [false, false]);
});
