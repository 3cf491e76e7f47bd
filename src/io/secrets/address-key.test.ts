// The address key is deterministic, and its signatures are verified with the public key.
import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { addressKey } from './address-key.ts';

test('what a key signs is verified with its public part, and with no other', () => {
  const seed = Buffer.alloc(32, 7);
  const another = addressKey(Buffer.alloc(32, 8));
  const key = addressKey(seed);
  const text = key.sign({ to: '0x01', amount: '2.5' });
  const [head = '', claims = '', signature = ''] = text.split('.');
  assert.deepEqual(JSON.parse(Buffer.from(claims, 'base64url').toString()), { to: '0x01', amount: '2.5' });
  assert.equal(JSON.parse(Buffer.from(head, 'base64url').toString()).kid, key.publicKey.kid);
  const holds = (one: typeof key) =>
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: { ...one.publicKey }, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
  assert.ok(holds(key));
  assert.ok(holds(addressKey(seed)), 'the same bytes are the same key');
  assert.ok(!holds(another));
  assert.notEqual(another.publicKey.kid, key.publicKey.kid);
});

test('a key names its successor so that the public part in the head verifies it', () => {
  const [key, next] = [addressKey(Buffer.alloc(32, 7)), addressKey(Buffer.alloc(32, 8))];
  const [head = '', claims = '', signature = ''] = key.signSuccessor(next.publicKey.kid).split('.');
  const { typ, kid, jwk } = JSON.parse(Buffer.from(head, 'base64url').toString());
  assert.deepEqual([typ, kid], ['quittance-successor', key.publicKey.kid]);
  assert.deepEqual(JSON.parse(Buffer.from(claims, 'base64url').toString()), { kid: next.publicKey.kid });
  const made = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), made, Buffer.from(signature, 'base64url')));
});
