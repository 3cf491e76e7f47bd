// A sealed secret opens only with the same key and context, and only if it is unchanged.
import assert from 'node:assert/strict';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import { createVault, VaultFault } from './vault.ts';

const vault = createVault(Buffer.alloc(32, 7));

test('what is sealed opens again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, context) => {
      assert.equal(vault.open(vault.seal(plain, context), context), plain);
    }),
  );
});

test('the same text is never sealed the same way twice', () => {
  assert.notDeepEqual(vault.seal('x', 'a'), vault.seal('x', 'a'));
});

test('the key of a context is that of HKDF-SHA-256, whatever the context', () => {
  const secretKey = Buffer.alloc(32, 7);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (context) => {
      const sealed = vault.seal('secret', context);
      const key = Buffer.from(hkdfSync('sha256', secretKey, '', `quittance vault 1\n${context}`, 32));
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-16));
      const opened = Buffer.concat([decipher.update(sealed.subarray(13, -16)), decipher.final()]);
      assert.equal(opened.toString(), 'secret');
    }),
  );
});

test('secrets of one drawer share its key and open there only, each under its own context', () => {
  const sealed = vault.seal('secret', 'answer:1', 'answers');
  assert.equal(vault.open(sealed, 'answer:1', 'answers'), 'secret');
  assert.throws(() => vault.open(sealed, 'answer:2', 'answers'), VaultFault);
  assert.throws(() => vault.open(sealed, 'answer:1', 'other answers'), VaultFault);
  assert.throws(() => vault.open(sealed, 'answer:1'), VaultFault);
});

test('no IV is drawn twice', () => {
  const ivs = Array.from({ length: 1_000 }, () => vault.seal('x', 'a').toString('hex', 1, 13));
  assert.equal(new Set(ivs).size, ivs.length);
});

test('another context, another key, or a changed bit does not open it', () => {
  const sealed = vault.seal('secret', 'app-token:1');
  assert.throws(() => vault.open(sealed, 'app-token:2'), VaultFault);
  assert.throws(() => createVault(Buffer.alloc(32, 8)).open(sealed, 'app-token:1'), VaultFault);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] as number) ^ 1;
    assert.throws(() => vault.open(changed, 'app-token:1'), VaultFault, `byte ${at}`);
  }
  for (const length of [0, 1, 28, sealed.length - 1]) {
    assert.throws(() => vault.open(sealed.subarray(0, length), 'app-token:1'), VaultFault, `length ${length}`);
  }
});

test('a key is the same for one purpose, another for the next, and of another instance nothing alike', () => {
  assert.deepEqual(vault.keyFor('cookies'), vault.keyFor('cookies'));
  assert.notDeepEqual(vault.keyFor('cookies'), vault.keyFor('uploads'));
  assert.notDeepEqual(vault.keyFor('cookies'), createVault(Buffer.alloc(32, 8)).keyFor('cookies'));
  assert.equal(vault.keyFor('cookies').length, 32);
});
