// Expected transfers: which transfer each one gets, and when it is final.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Expectation, isDeepEnough, matchExpected, type OutgoingTransfer } from './expected-transfer.ts';

const day = 86_400;
const since = 30 * day;

/** Expects 100 after block 10. */
function expects(id: string, more: Partial<Expectation> = {}): Expectation {
  const terms = { id, appId: 'shop', amount: 100n, leastAmount: 5n, fromBlock: 10, notBefore: since, until: null };
  return { ...terms, status: 'awaited', transferId: null, acceptedId: null, reportedHash: null, ...more };
}

/** A transfer of 100 in block 11. */
function sends(id: string, more: Partial<OutgoingTransfer> = {}): OutgoingTransfer {
  return { id, hash: `hash of ${id}`, senderApps: [], amount: 100n, block: 11, time: since + 60, ...more };
}

interface Row {
  readonly rule: string;
  readonly expectations: readonly Expectation[];
  readonly transfers: readonly OutgoingTransfer[];
  /** For each expectation: its state, and its transfer. */
  readonly becomes: readonly string[];
}

const seen = { status: 'seen', transferId: 'x' } as const;
const final = { status: 'final', transferId: 'x' } as const;
const differs = { status: 'differs', transferId: 'x' } as const;

const rows: readonly Row[] = [
  { rule: 'nothing came', expectations: [expects('a')], transfers: [], becomes: ['awaited'] },
  { rule: 'the exact amount', expectations: [expects('a')], transfers: [sends('x')], becomes: ['seen x'] },
  {
    rule: 'one unit too little',
    expectations: [expects('a')],
    transfers: [sends('x', { amount: 99n })],
    becomes: ['differs x'],
  },
  {
    rule: 'one unit too much',
    expectations: [expects('a')],
    transfers: [sends('x', { amount: 101n })],
    becomes: ['differs x'],
  },
  {
    rule: 'dust is no other amount',
    expectations: [expects('a')],
    transfers: [sends('x', { amount: 4n })],
    becomes: ['awaited'],
  },
  {
    rule: 'dust does not take the place of another amount',
    expectations: [expects('a')],
    transfers: [sends('x', { amount: 4n }), sends('y', { amount: 60n })],
    becomes: ['differs y'],
  },
  {
    rule: 'the block of the registration does not count',
    expectations: [expects('a')],
    transfers: [sends('x', { block: 10 })],
    becomes: ['awaited'],
  },
  {
    rule: 'a later block that is dated within the margin counts',
    expectations: [expects('a')],
    transfers: [sends('x', { time: since })],
    becomes: ['seen x'],
  },
  {
    rule: 'a block from before does not count, although the watcher had not read it',
    expectations: [expects('a')],
    transfers: [sends('x', { time: since - 1 })],
    becomes: ['awaited'],
  },
  {
    rule: 'the last second of the watch counts',
    expectations: [expects('a', { until: since + 60 })],
    transfers: [sends('x')],
    becomes: ['seen x'],
  },
  {
    rule: 'a block after the watch does not count',
    expectations: [expects('a', { until: since + 59 })],
    transfers: [sends('x')],
    becomes: ['awaited'],
  },
  {
    rule: 'what it has stays after the watch',
    expectations: [expects('a', { ...seen, until: since + 59 })],
    transfers: [sends('x')],
    becomes: ['seen x'],
  },
  {
    rule: 'an open expectation goes before an older one that ends',
    expectations: [expects('a', { until: since + 60 }), expects('b')],
    transfers: [sends('x')],
    becomes: ['awaited', 'seen x'],
  },
  {
    rule: 'an open expectation gets what an older one has that ends from now on',
    expectations: [expects('a', { ...seen, until: since + 60 }), expects('b')],
    transfers: [sends('x')],
    becomes: ['awaited', 'seen x'],
  },
  {
    rule: 'an open expectation does not get what came before it from one that ends',
    expectations: [expects('a', { ...seen, until: since + 60 }), expects('b', { fromBlock: 11 })],
    transfers: [sends('x')],
    becomes: ['seen x', 'awaited'],
  },
  {
    rule: 'one that ends takes the second transfer of the amount',
    expectations: [expects('a', { until: since + 60 }), expects('b')],
    transfers: [sends('x'), sends('y')],
    becomes: ['seen y', 'seen x'],
  },
  {
    rule: 'another amount is not for one that ends',
    expectations: [expects('a', { ...differs, until: since + 60 }), expects('b', { until: since + 60 })],
    transfers: [sends('x', { amount: 60n })],
    becomes: ['awaited', 'awaited'],
  },
  {
    rule: 'what was accepted stays with one that ends',
    expectations: [expects('a', { ...differs, acceptedId: 'x', until: since + 60 }), expects('b', { amount: 60n })],
    transfers: [sends('x', { amount: 60n })],
    becomes: ['seen x', 'awaited'],
  },
  {
    rule: 'of two expectations the older one has the one transfer',
    expectations: [expects('a'), expects('b')],
    transfers: [sends('x')],
    becomes: ['seen x', 'awaited'],
  },
  {
    rule: 'the sender’s own app goes before an older expectation of a stranger',
    expectations: [expects('a', { appId: 'stranger' }), expects('b')],
    transfers: [sends('x', { senderApps: ['shop'] })],
    becomes: ['awaited', 'seen x'],
  },
  {
    rule: 'the sender’s own app goes before a stranger who reported the hash',
    expectations: [expects('a', { appId: 'stranger', reportedHash: 'hash of x' }), expects('b')],
    transfers: [sends('x', { senderApps: ['shop'] })],
    becomes: ['awaited', 'seen x'],
  },
  {
    rule: 'what the sender’s own app canceled goes before an open expectation of a stranger',
    expectations: [expects('a', { appId: 'stranger' }), expects('b', { until: since + 60 })],
    transfers: [sends('x', { senderApps: ['shop'] })],
    becomes: ['awaited', 'seen x'],
  },
  {
    rule: 'the sender’s own app takes a transfer that a stranger has, before it is final',
    expectations: [expects('a', { ...seen, appId: 'stranger' }), expects('b')],
    transfers: [sends('x', { senderApps: ['shop'] })],
    becomes: ['awaited', 'seen x'],
  },
  {
    rule: 'a final transfer is not taken away',
    expectations: [expects('a', { ...final, appId: 'stranger' }), expects('b', { reportedHash: 'hash of x' })],
    transfers: [sends('x', { senderApps: ['shop'] })],
    becomes: ['final x', 'awaited'],
  },
  {
    rule: 'of an unknown sender, the expectation with the reported hash goes before an older one',
    expectations: [expects('a', { appId: 'stranger' }), expects('b', { reportedHash: 'hash of x' })],
    transfers: [sends('x')],
    becomes: ['awaited', 'seen x'],
  },
  {
    rule: 'a report takes a transfer from a stranger',
    expectations: [expects('a', { ...seen, appId: 'stranger' }), expects('b', { reportedHash: 'hash of x' })],
    transfers: [sends('x')],
    becomes: ['awaited', 'seen x'],
  },
  {
    rule: 'a report takes no transfer from another expectation of the app',
    expectations: [expects('a', seen), expects('b', { reportedHash: 'hash of x' })],
    transfers: [sends('x')],
    becomes: ['seen x', 'awaited'],
  },
  {
    rule: 'of two reports of one hash, the older expectation has the transfer',
    expectations: [expects('a', { reportedHash: 'hash of x' }), expects('b', { reportedHash: 'hash of x' })],
    transfers: [sends('x')],
    becomes: ['seen x', 'awaited'],
  },
  {
    rule: 'a stranger gets the second transfer',
    expectations: [expects('a', { appId: 'stranger' }), expects('b')],
    transfers: [sends('x', { senderApps: ['shop'] }), sends('y', { block: 12 })],
    becomes: ['seen y', 'seen x'],
  },
  {
    rule: 'an expectation keeps what it has, although its app sent another one',
    expectations: [expects('a', seen)],
    transfers: [sends('x'), sends('y', { block: 12, senderApps: ['shop'] })],
    becomes: ['seen x'],
  },
  {
    rule: 'another amount goes to the sender’s own app too',
    expectations: [expects('a', { appId: 'stranger' }), expects('b')],
    transfers: [sends('x', { amount: 60n, senderApps: ['shop'] })],
    becomes: ['awaited', 'differs x'],
  },
  {
    rule: 'two transfers meet two expectations',
    expectations: [expects('a'), expects('b')],
    transfers: [sends('x'), sends('y')],
    becomes: ['seen x', 'seen y'],
  },
  {
    rule: 'a second transfer of the amount meets nothing',
    expectations: [expects('a', seen)],
    transfers: [sends('w', { block: 11 }), sends('x', { block: 12 })],
    becomes: ['seen x'],
  },
  {
    rule: 'the amount decides between two expectations, not their age',
    expectations: [expects('a'), expects('b', { amount: 70n })],
    transfers: [sends('x', { amount: 70n })],
    becomes: ['awaited', 'seen x'],
  },
  {
    rule: 'the exact transfer takes the place of another amount, which the next expectation gets',
    expectations: [expects('a', differs), expects('b')],
    transfers: [sends('x', { amount: 60n }), sends('y', { block: 12 })],
    becomes: ['seen y', 'differs x'],
  },
  {
    rule: 'another amount stays with who has it',
    expectations: [expects('a', { status: 'differs', transferId: 'y' })],
    transfers: [sends('x', { amount: 60n }), sends('y', { amount: 61n })],
    becomes: ['differs y'],
  },
  {
    rule: 'an accepted amount is as good as the exact one',
    expectations: [expects('a', { ...differs, acceptedId: 'x' })],
    transfers: [sends('x', { amount: 60n }), sends('y', { block: 12 })],
    becomes: ['seen x'],
  },
  {
    rule: 'an accepted transfer is lost to no expectation of its amount',
    expectations: [expects('b', { amount: 60n }), expects('a', { ...differs, acceptedId: 'x' })],
    transfers: [sends('x', { amount: 60n })],
    becomes: ['awaited', 'seen x'],
  },
  { rule: 'final stays final', expectations: [expects('a', final)], transfers: [sends('x')], becomes: ['final x'] },
  {
    rule: 'a reorg takes a seen transfer back',
    expectations: [expects('a', seen)],
    transfers: [],
    becomes: ['awaited'],
  },
  {
    rule: 'a reorg takes a final transfer back',
    expectations: [expects('a', final)],
    transfers: [],
    becomes: ['awaited'],
  },
  {
    rule: 'another transfer in the place of a final one is not final by that',
    expectations: [expects('a', final)],
    transfers: [sends('y', { block: 12 })],
    becomes: ['seen y'],
  },
  {
    rule: 'once the exact transfer is off the chain, another amount is what came',
    expectations: [expects('a', seen)],
    transfers: [sends('y', { amount: 60n })],
    becomes: ['differs y'],
  },
  {
    rule: 'an accepted transfer that left the chain makes room for the exact one',
    expectations: [expects('a', { ...seen, acceptedId: 'x' })],
    transfers: [sends('y', { block: 13 })],
    becomes: ['seen y'],
  },
];

for (const { rule, expectations, transfers, becomes } of rows)
  test(`expected transfer: ${rule}`, () => {
    const matches = matchExpected(expectations, transfers);
    assert.deepEqual(
      matches.map(({ status, transferId }) => (transferId === null ? status : `${status} ${transferId}`)),
      becomes,
    );
  });

test('an expected transfer is final at its depth, and where the network says so where that is asked', () => {
  const needs = { confirmations: 3, mustBeFinal: false };
  const at = (height: number, finalHeight: number | null = null) => ({ height, finalHeight });
  assert.deepEqual(
    [10, 11, 12, 13].map((height) => isDeepEnough(needs, 10, at(height))),
    [false, false, true, true],
  );
  const strict = { ...needs, mustBeFinal: true };
  assert.deepEqual(
    [at(12), at(12, 9), at(12, 10), at(11, 11)].map((place) => isDeepEnough(strict, 10, place)),
    [false, false, true, false],
  );
});
