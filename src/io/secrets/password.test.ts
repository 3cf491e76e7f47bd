// A password matches only its own hash.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, verifyPassword } from './password.ts';

test('a password verifies against its hash, another one does not', async () => {
  const phc = await hashPassword('correct horse');
  assert.match(phc, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.equal(await verifyPassword('correct horse', phc), true);
  assert.equal(await verifyPassword('correct horsf', phc), false);
  assert.equal(await verifyPassword('', phc), false);
});

test('hashes of other tools and parameters verify', async () => {
  // A test vector of the reference implementation: password "password", salt "somesalt".
  const phc = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  assert.equal(await verifyPassword('password', phc), true);
  assert.equal(await verifyPassword('Password', phc), false);
});

test('the same letters typed on another keyboard are the same password', async () => {
  assert.equal(await verifyPassword('e\u0301te\u0301', await hashPassword('\u00e9t\u00e9')), true);
});

test('a text that is no hash verifies nothing', async () => {
  for (const phc of [
    '',
    'x',
    '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc',
    '$2b$10$',
  ]) {
    assert.equal(await verifyPassword('x', phc), false);
  }
});

test('many at once all get their answer', async () => {
  const phcs = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(hashPassword));
  const answers = await Promise.all(phcs.map((phc, n) => verifyPassword('abcde'.charAt(n), phc)));
  assert.deepEqual(answers, [true, true, true, true, true]);
});
