// A MAC is valid only for one kind of row with exactly these fields, under a key of this instance.
import assert from 'node:assert/strict';
import { createHmac, hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import type { RowColumns } from './row-form.ts';
import { createRowMac, type MacField } from './row-mac.ts';
import { signedText } from './signed-text.ts';

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

test('the MAC of a row is the one that every version before made of it', () => {
  assert.equal(mac.toString('hex'), 'b9682566f85b0e37dfb4a66243467f8dcf73231d2872cc78c80eca745673ea64');
  const text = `["session","id","7",true,"1970-01-01T00:00:00.000Z","0102",["a","b"],{"a":null,"b":1},null]`;
  assert.equal(signedText('session', fields), text);
  const derived = Buffer.from(hkdfSync('sha256', key, '', 'quittance row mac 1', 32));
  assert.deepEqual(mac, createHmac('sha256', derived).update(text).digest());
});

test('a row that held once is refused when its values, its MAC, its columns or the key is another', () => {
  const columns = textColumns('app', ['id', 'owner']);
  const row = { id: 'one', owner: 'mine' };
  const own = rowMac.sign('app', ['one', 'mine']);
  for (let time = 0; time < 3; time++) {
    assert.equal(rowMac.verifyRow(columns, { ...row }, own), true);
    assert.equal(rowMac.verifyRow(columns, { ...row, owner: 'theirs' }, own), false);
    assert.equal(rowMac.verifyRow(columns, { ...row, id: 'two' }, own), false);
    assert.equal(rowMac.verifyRow(columns, row, createRowMac([foreign]).sign('app', ['one', 'mine'])), false);
    assert.equal(rowMac.verifyRow(textColumns('coin', ['id', 'owner']), row, own), false);
    assert.equal(rowMac.verifyRow(textColumns('app', ['owner', 'id']), row, own), false);
    assert.equal(createRowMac([foreign]).verifyRow(columns, row, own), false);
    assert.equal(rowMac.verifyRow(columns, row, null), false);
  }
  own.fill(0);
  assert.equal(rowMac.verifyRow(columns, row, own), false, 'the bytes of the caller are not the kept ones');
});

test('an earlier state of a row holds with its own MAC only', () => {
  const columns = textColumns('app', ['id', 'owner']);
  const states = ['mine', 'ours', 'mine'].map((owner) => ({ owner, mac: rowMac.sign('app', ['one', owner]) }));
  for (const { owner } of states)
    for (const { mac: given, ...signed } of states)
      assert.equal(rowMac.verifyRow(columns, { id: 'one', owner }, given), signed.owner === owner);
});

function textColumns(kind: string, names: readonly string[]): RowColumns {
  return { kind, columns: names.map((name) => ({ name, type: 'text' })) };
}

test('a row of a kind that is looked at once holds and is refused in the same way', () => {
  const passing = createRowMac([key, older], new Set(['session']));
  assert.equal(passing.verify('session', fields, mac), true);
  assert.equal(passing.verify('session', fields.with(0, 'other'), mac), false);
  const [columns, signed] = [textColumns('session', ['id']), passing.sign('session', ['one'])];
  assert.equal(passing.verifyRow(columns, { id: 'one' }, signed), true);
  assert.equal(passing.verifyRow(columns, { id: 'two' }, signed), false);
  assert.equal(passing.verify('session', fields, createRowMac([older]).sign('session', fields)), true);
});
