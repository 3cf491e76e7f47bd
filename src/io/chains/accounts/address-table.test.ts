// The table of watched addresses gives the same answers as a plain set, for any text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/rig/chance/properties.ts';
import { AddressTable } from './address-table.ts';

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .filter((bytes) => bytes.some((byte) => byte !== 0))
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);

test('it contains the added addresses only', () => {
  fc.assert(
    fc.property(fc.array(address), fc.array(address), (added, asked) => {
      const table = new AddressTable();
      for (const one of [...added, ...added]) table.add(one);
      const set = new Set(added);
      assert.equal(table.size, set.size);
      for (const one of [...added, ...asked]) assert.equal(table.has(one), set.has(one));
    }),
  );
});

test('it grows to many addresses, close to each other or far', () => {
  const table = new AddressTable();
  const nth = (number: number) => `0x${number.toString(16).padStart(8, '0').repeat(5)}`;
  const near = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;
  for (let at = 1; at <= 20_000; at += 1) {
    table.add(nth(at));
    table.add(near(at));
  }
  assert.equal(table.size, 40_000);
  for (let at = 1; at <= 20_000; at += 1) assert.ok(table.has(nth(at)) && table.has(near(at)));
  for (let at = 20_001; at <= 40_000; at += 1) assert.ok(!table.has(nth(at)) && !table.has(near(at)));
});

test('the case of the digits makes no difference', () => {
  const table = new AddressTable();
  table.add('0x52908400098527886E0F7030069857D2E4169EE7');
  assert.ok(table.has('0x52908400098527886e0f7030069857d2e4169ee7'));
  table.add('0x52908400098527886e0f7030069857d2e4169ee7');
  assert.equal(table.size, 1);
});

test('an address is found within a longer text', () => {
  const table = new AddressTable();
  table.add(`0x${'ab'.repeat(20)}`);
  const word = `0x${'0'.repeat(24)}${'ab'.repeat(20)}`;
  assert.ok(table.hasAt(word, 26));
  assert.ok(!table.hasAt(word, 25));
  assert.ok(!table.hasAt(word, 27));
});

test('any text can be looked up', () => {
  const table = new AddressTable();
  table.add(`0x${'0'.repeat(39)}1`);
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !table.has(text)));
  for (const text of [
    '',
    '0x',
    `0x${'0'.repeat(38)}1`,
    `0x${'0'.repeat(39)}１`,
    `0x${'g'.repeat(40)}`,
    `0x${'0'.repeat(38)} 1`,
  ])
    assert.equal(table.has(text), false);
});

test('only addresses can be added, and not the zero address', () => {
  const table = new AddressTable();
  for (const text of ['', '0x12', `0x${'0'.repeat(40)}`, `0x${'g'.repeat(40)}`, 'ab'.repeat(21)])
    assert.throws(() => table.add(text), TypeError, text);
  assert.equal(table.size, 0);
  assert.equal(table.has(`0x${'0'.repeat(40)}`), false);
});
