// A MAC holds for one kind of row with exactly these fields, under a key of this instance.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRowMac, type MacField } from './row-mac.ts';

const [key, older, foreign] = [1, 2, 3].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer, Buffer];
const rowMac = createRowMac([key, older]);
const fields: readonly MacField[] = ['id', 7n, true, new Date(0), Buffer.of(1, 2), ['a', 'b'], { b: 1, a: null }, null];
const mac = rowMac.sign('session', fields);

test('a row is known by its MAC, also as the database returns its fields', () => {
  assert.equal(rowMac.verify('session', fields, mac), true);
  const returned = ['id', 7, true, new Date(0), Uint8Array.of(1, 2), ['a', 'b'], { a: null, b: 1 }, null];
  assert.equal(rowMac.verify('session', returned, mac), true);
});

test('the MAC of one kind of row, or of other fields, or fields in another order, is no other row’s', () => {
  assert.equal(rowMac.verify('user', fields, mac), false);
  for (const at of fields.keys()) assert.equal(rowMac.verify('session', fields.with(at, 'other'), mac), false, `${at}`);
  assert.equal(rowMac.verify('session', fields.toReversed(), mac), false);
  assert.equal(rowMac.verify('session', fields.slice(0, -1), mac), false);
  const split = rowMac.sign('user', ['a', 'b']);
  for (const other of [['a,b'], ['ab'], [['a', 'b']]]) assert.equal(rowMac.verify('user', other, split), false);
});

test('a row without a MAC, with a shorter one, or with one of another key is not ours', () => {
  const theirs = createRowMac([foreign]).sign('session', fields);
  for (const given of [null, Buffer.alloc(0), mac.subarray(0, 31), Buffer.alloc(32), theirs])
    assert.equal(rowMac.verify('session', fields, given), false);
});

test('an older key verifies and never signs', () => {
  const before = createRowMac([older]).sign('session', fields);
  assert.deepEqual(
    [rowMac.verify('session', fields, before), rowMac.isCurrent('session', fields, before)],
    [true, false],
  );
  assert.deepEqual([mac.equals(before), rowMac.isCurrent('session', fields, mac)], [false, true]);
});
