// One attempt to pay: its value, when it succeeds, and that it credits once. All states and moves:
// docs/explanation/states.md.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  cancelTransaction,
  confirmationsAt,
  isConfirmed,
  lose,
  reject,
  reopen,
  see,
  succeed,
  type TransactionState,
} from './transaction.ts';

const attempt: TransactionState = {
  status: 'processing',
  reason: null,
  hash: null,
  block: null,
  blockHash: null,
  received: null,
  pending: 0n,
  credited: 0n,
  quoteId: null,
};
const observation = { hash: '0xa', block: 7, blockHash: '0xb', received: 50_000n };
const seen = see(attempt, observation, 10_000n);

test('what was seen is pending until it succeeds, and then it is credited instead', () => {
  assert.deepEqual([seen.pending, seen.credited], [10_000n, 0n]);
  const done = succeed(seen);
  assert.deepEqual([done.status, done.pending, done.credited, done.received], ['success', 0n, 10_000n, 50_000n]);
});

test('a block that left the chain takes the payment with it, but not the memory of its hash', () => {
  assert.deepEqual(lose(seen), { ...attempt, hash: '0xa' });
  const again = see(lose(seen), { ...observation, block: 9, blockHash: '0xc' }, 10_000n);
  assert.deepEqual(again, { ...seen, block: 9, blockHash: '0xc' });
});

test('nothing succeeds that is in no block', () => {
  assert.throws(() => succeed(attempt), /without a block/);
  assert.throws(() => succeed(lose(seen)), /without a block/);
});

test('nothing is credited twice: a success is neither seen, lost nor confirmed again', () => {
  const done = succeed(seen);
  assert.throws(() => succeed(done));
  assert.throws(() => see(done, observation, 10_000n));
  assert.throws(() => lose(done));
  assert.equal(cancelTransaction(done, 'requested'), null);
});

test('only what was canceled on request before anything was seen is opened again', () => {
  const requested = cancelTransaction(attempt, 'requested') ?? assert.fail();
  assert.deepEqual(reopen(requested), attempt);
  const others = (['expired', 'superseded', 'address_lost'] as const).map((reason) =>
    cancelTransaction(attempt, reason),
  );
  for (const one of [...others, { ...requested, hash: '0xa' }, attempt])
    assert.equal(reopen(one ?? assert.fail()), null);
});

test('a rejected or canceled transaction holds no money and gives none', () => {
  const ended = [
    reject(seen, 'failed_on_chain'),
    reject(seen, 'double_spent'),
    reject(succeed(seen), 'reorged'),
    cancelTransaction(seen, 'requested') ?? assert.fail(),
  ];
  for (const one of ended) assert.deepEqual([one.received, one.pending, one.credited], [null, 0n, 0n], one.status);
});

test('only a failure keeps its block, since that is where it can be looked at', () => {
  assert.deepEqual([reject(seen, 'failed_on_chain').block, reject(seen, 'failed_on_chain').hash], [7, '0xa']);
  assert.deepEqual([reject(succeed(seen), 'reorged').block, reject(succeed(seen), 'reorged').hash], [null, '0xa']);
});

test('confirmations count the payment’s own block', () => {
  assert.equal(confirmationsAt(7, 7), 1);
  assert.equal(confirmationsAt(7, 18), 12);
  assert.equal(confirmationsAt(7, 6), 0, 'the reader went back below it');
  assert.equal(confirmationsAt(null, 18), 0);
  assert.equal(confirmationsAt(7, null), 0);
});

test('a payment in a block is confirmed from its last required block on, its own block counted', () => {
  const at = (block: number | null, requiredConfirmations: number, height: number) =>
    isConfirmed({ ...seen, block, requiredConfirmations }, height);
  assert.deepEqual([at(7, 1, 6), at(7, 1, 7)], [false, true]);
  assert.deepEqual([at(7, 12, 17), at(7, 12, 18), at(7, 12, 19)], [false, true, true]);
  assert.equal(at(null, 1, 1_000), false);
  assert.equal(isConfirmed({ ...succeed(seen), requiredConfirmations: 1 }, 1_000), false);
});
