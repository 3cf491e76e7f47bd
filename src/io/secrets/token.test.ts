// Tokens have a fixed width, their checksum detects typos, and their hash finds them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { hashToken, mintToken, tokenIsWellFormed } from './token.ts';

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((array) => Buffer.from(array));

test('every token is well formed, and no two secrets make the same one', () => {
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const token = mintToken('qpat_', one);
      assert.equal(token.length, 54);
      assert.ok(tokenIsWellFormed(token));
      assert.equal(token === mintToken('qpat_', other), one.equals(other));
    }),
  );
  assert.ok(tokenIsWellFormed(mintToken('qapp_', Buffer.alloc(32, 0))));
  assert.ok(tokenIsWellFormed(mintToken('qapp_', Buffer.alloc(32, 255))));
  assert.notEqual(mintToken('qapp_'), mintToken('qapp_'));
});

test('one wrong character is always noticed', () => {
  fc.assert(
    fc.property(bytes, fc.nat(53), fc.constantFrom(...'0AZaz'), (secret, at, character) => {
      const token = mintToken('qapp_', secret);
      const typo = token.slice(0, at) + character + token.slice(at + 1);
      assert.equal(tokenIsWellFormed(typo), typo === token);
    }),
  );
});

test('the prefix is part of what the checksum covers', () => {
  assert.equal(tokenIsWellFormed(mintToken('qpat_').replace('qpat_', 'qapp_')), false);
});

test('garbage is no token', () => {
  for (const text of [
    '',
    'qpat_',
    'Bearer x',
    `${mintToken('qpat_')}\n`,
    ` ${mintToken('qpat_')}`,
    'q'.repeat(1_000_000),
  ]) {
    assert.equal(tokenIsWellFormed(text), false);
  }
});

test('the hash is SHA-256 of the whole token', () => {
  assert.equal(hashToken('abc').toString('hex'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
