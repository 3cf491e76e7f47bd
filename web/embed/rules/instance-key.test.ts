// The keys that a shop's page trusts after the instance changed its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from '../../../src/io/secrets/address-key.ts';
import { believedKid } from './instance-key.ts';

const [first, second, third, stranger] = [1, 2, 3, 4].map((byte) => addressKey(Buffer.alloc(32, byte)));
const kidOf = (key: typeof first) => key?.publicKey.kid ?? '';
const named = (key: typeof first, next: typeof first) => key?.signSuccessor(kidOf(next)) ?? '';

test('a key is believed if it is the known one, or follows from it by signatures alone', async () => {
  const chain = [named(second, third), named(first, second)];
  const cases: readonly [says: string, known: string | null, successions: readonly string[], isBelieved: boolean][] = [
    ['the first one that is seen', null, [], true],
    ['the known one', kidOf(third), [], true],
    ['its direct successor', kidOf(second), chain, true],
    ['a later successor, in whatever order they come', kidOf(first), chain, true],
    ['another key', kidOf(first), [], false],
    ['a chain with a gap', kidOf(first), [named(second, third)], false],
    ['a successor that only the new key names', kidOf(first), [named(third, third)], false],
    ['a successor that a stranger names', kidOf(first), [named(stranger, third)], false],
    ['an earlier key, once its successor is known', kidOf(stranger), [named(third, stranger)], false],
    ['a circle that does not reach it', kidOf(first), [named(first, second), named(second, first)], false],
    ['a signature that was changed', kidOf(second), [`${named(second, third).slice(0, -4)}AAAA`], false],
    ['no JWS at all', kidOf(first), ['', '.', 'a.b.c'], false],
  ];
  for (const [says, known, successions, isBelieved] of cases) {
    const answer = { ...addressKey(Buffer.alloc(32, 3)).publicKey, successions };
    assert.equal(await believedKid(answer, known), isBelieved ? kidOf(third) : null, says);
  }
});

test('neither an address nor a stranger’s key in the head passes for a successor', async () => {
  const answer = addressKey(Buffer.alloc(32, 3)).publicKey;
  const asAddress = first?.sign({ kid: kidOf(third) }) ?? '';
  assert.equal(await believedKid({ ...answer, successions: [asAddress] }, kidOf(first)), null);
  const [, claims, signature] = named(stranger, third).split('.');
  const head = { alg: 'ES256', kid: kidOf(first), typ: 'quittance-successor', jwk: stranger?.publicKey };
  const forged = `${Buffer.from(JSON.stringify(head)).toString('base64url')}.${claims}.${signature}`;
  assert.equal(await believedKid({ ...answer, successions: [forged] }, kidOf(first)), null);
});
