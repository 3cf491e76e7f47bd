// The MAC of a text equals the HMAC-SHA-256 of node:crypto, and any other MAC is rejected.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { hmacSha256 } from './hmac-sha256.ts';

const key = Buffer.alloc(32, 7);
const hmac = hmacSha256(key);
const expected = (text: string, under: Uint8Array = key) => createHmac('sha256', under).update(text).digest();
const hexOf = (text: string) => expected(text).toString('hex');

test('texts of any length and script have the MAC that node:crypto makes', () => {
  const lengths = [0, 1, 55, 56, 63, 64, 65, 119, 120, 5_461, 5_462, 16_384, 100_000];
  const texts = ['a', 'é', '€', '😀', '\ud800'].flatMap((letter) => lengths.map((length) => letter.repeat(length)));
  for (const text of texts) {
    assert.equal(hmac.hex(text), hexOf(text), `${text.length} of ${text.slice(0, 2)}`);
    assert.equal(hmac.holds(text, expected(text)), true);
  }
});

test('keys shorter than a block, and one of a whole block, give the MAC that node:crypto makes', () => {
  for (const length of [1, 16, 63, 64]) {
    const other = Buffer.alloc(length, 200);
    assert.equal(hmacSha256(other).hex('text'), expected('text', other).toString('hex'));
  }
  assert.throws(() => hmacSha256(Buffer.alloc(65)), /at most 64 bytes/);
});

test('a MAC with one bit changed, of another length, key or text does not hold', () => {
  const mac = expected('text');
  for (const at of mac.keys()) {
    const changed = Buffer.from(mac);
    changed[at] = (changed[at] as number) ^ 1;
    assert.equal(hmac.holds('text', changed), false);
  }
  for (const other of [Buffer.alloc(0), mac.subarray(1), Buffer.concat([mac, mac]), expected('other')])
    assert.equal(hmac.holds('text', other), false);
  assert.equal(hmacSha256(Buffer.alloc(32, 8)).holds('text', mac), false);
});
