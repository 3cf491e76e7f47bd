// A report of an expected transfer counts only if it agrees with the sealed refund.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agrees } from './follow-refund.ts';

const expected = { recipient: 'to', amount: 100n, assetId: 'ether' };
const transfer = { recipient: 'to', assetId: 'ether', block: 7 };
const watch = { recipient: 'to', amount: '100' };

test('a report for another destination, amount or asset does not count', () => {
  const asset = { id: 'ether', network: { test: false } };
  assert.equal(agrees({ expected, transfer: null }, watch, asset), true);
  assert.equal(agrees({ expected, transfer }, watch, asset), true);
  for (const other of [{ recipient: 'thief' }, { amount: 99n }, { assetId: 'dollar' }])
    assert.equal(agrees({ expected: { ...expected, ...other }, transfer: null }, watch, asset), false);
  for (const other of [{ recipient: 'thief' }, { assetId: 'dollar' }])
    assert.equal(agrees({ expected, transfer: { ...transfer, ...other } }, watch, asset), false);
});

test('a simulated transfer counts on a test network only', () => {
  const simulated = { expected, transfer: { ...transfer, block: 0 } };
  const on = (test: boolean) => agrees(simulated, watch, { id: 'ether', network: { test } });
  assert.deepEqual([on(true), on(false)], [true, false]);
});
