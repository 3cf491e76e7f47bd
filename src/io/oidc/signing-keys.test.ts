// A key is published before it signs, and remains published until its last signature expires.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { algorithmsDue, firstUse, makeSigningKey, publishedKeys, type SigningKey } from './signing-keys.ts';

const day = 24 * 3_600_000;
const start = Date.UTC(2026, 0, 1);
const at = (days: number) => new Date(start + days * day);
const key = (kid: string, days: number, alg: 'RS256' | 'ES256' = 'RS256', signsFrom = days): SigningKey => ({
  kid,
  alg,
  jwk: { kty: 'RSA' },
  createdAt: at(days),
  signsFrom: at(signsFrom),
});

test('both algorithms need a key at the first start, and a successor after 90 days', async () => {
  assert.deepEqual(algorithmsDue([], at(0)), ['RS256', 'ES256']);
  const keys = [key('a', 0), key('b', 0, 'ES256')];
  assert.deepEqual(algorithmsDue(keys, at(89)), []);
  assert.deepEqual(algorithmsDue(keys, at(90)), ['RS256', 'ES256']);
});

test('the first key signs at once; its successor is published first and signs a day later', () => {
  const names = (days: number) =>
    publishedKeys([key('old', 0), key('new', 90, 'RS256', 91)], at(days)).map(({ kid }) => kid);
  assert.deepEqual(
    publishedKeys([key('old', 0)], at(0)).map(({ kid }) => kid),
    ['old'],
  );
  assert.deepEqual(firstUse([], 'RS256', at(0)), at(0));
  assert.deepEqual(firstUse([key('old', 0)], 'RS256', at(90)), at(91));
  assert.deepEqual(firstUse([key('old', 0)], 'ES256', at(90)), at(90));
  assert.deepEqual(names(90.5), ['old', 'new']);
  assert.deepEqual(names(91), ['new', 'old']);
  assert.deepEqual(names(92), ['new']);
});

test('a key that an operator made signs when they said; the ones before stay published for a day after that', () => {
  const names = (days: number) =>
    publishedKeys([key('first', 0), key('second', 5), key('third', 5.1)], at(days)).map(({ kid }) => kid);
  assert.deepEqual(names(5.05), ['second', 'third', 'first']);
  assert.deepEqual(names(5.2), ['third', 'second', 'first']);
  assert.deepEqual(names(6.2), ['third']);
  assert.deepEqual(
    publishedKeys([key('ahead', 0, 'RS256', 3)], at(0)).map(({ kid }) => kid),
    ['ahead'],
  );
});

test('a key is named after its thumbprint and holds what it takes to sign', async () => {
  const made = await makeSigningKey('ES256', at(0), at(0));
  assert.equal(made.jwk.kid, made.kid);
  assert.match(made.kid, /^[\w-]{43}$/);
  assert.deepEqual([made.jwk.alg, made.jwk.use, typeof made.jwk.d], ['ES256', 'sig', 'string']);
});
