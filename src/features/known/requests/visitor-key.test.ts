// Callers of one network get the same short key, and the key reveals no address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVault } from '../../../io/secrets/vault.ts';
import { visitorKey } from './visitor-key.ts';

const keyOf = visitorKey({ vault: createVault(Buffer.alloc(32, 1)) });

test('a visitor key is the same for one IPv4 address, and for one /64 of IPv6', () => {
  assert.equal(keyOf('203.0.113.7'), keyOf('::ffff:203.0.113.7'));
  assert.notEqual(keyOf('203.0.113.7'), keyOf('203.0.113.8'));
  assert.equal(keyOf('2001:db8:0:1::1'), keyOf('2001:db8:0:1:ffff::2'));
  assert.notEqual(keyOf('2001:db8:0:1::1'), keyOf('2001:db8:0:2::1'));
});

test('a visitor key fits into an integer of PostgreSQL, and depends on the key of the instance', () => {
  const key = keyOf('203.0.113.7') ?? Number.NaN;
  assert.ok(Number.isInteger(key) && key >= -(2 ** 31) && key < 2 ** 31);
  assert.notEqual(key, visitorKey({ vault: createVault(Buffer.alloc(32, 2)) })('203.0.113.7'));
});

test('an address of this machine or its private network has no visitor key', () => {
  for (const address of [null, '127.0.0.1', '::1', '10.1.2.3', 'fd00::1']) assert.equal(keyOf(address), null);
});
