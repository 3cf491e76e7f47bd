// Which claim of a hash decides between equal quotes, and when.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimContestMillis, claimedAlone } from './claims.ts';

const at = (minutes: number) => new Date(minutes * 60_000);
const by = (transactionId: string, minutes: number) => ({ transactionId, createdAt: at(minutes) });

for (const [name, claims, minutes, decides] of [
  ['without a claim, none', [], 60, null],
  ['a claim within its first ten minutes, none yet', [by('a', 0)], 9.99, null],
  ['a claim that no other contested for ten minutes', [by('a', 0)], 10, 'a'],
  ['the same attempt claimed twice', [by('a', 0), by('a', 5)], 10, 'a'],
  ['two attempts within ten minutes, neither', [by('a', 0), by('b', 10)], 60, null],
  ['the order of the list says nothing', [by('b', 3), by('a', 0)], 60, null],
  ['a second attempt after the ten minutes comes too late', [by('a', 0), by('b', 10.01)], 60, 'a'],
] as const) {
  test(`the claim that decides: ${name}`, () => {
    assert.equal(claimedAlone(claims, at(minutes)), decides);
  });
}

test('the time for other claims is ten minutes', () => {
  assert.equal(claimContestMillis, 600_000);
});
