// One attempt to pay: what it is worth, when it succeeds, and that it gives once. All states and moves: docs/states.md.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { amountForValue } from '../money/rate.ts';
import {
  cancelTransaction,
  confirmationsAt,
  lose,
  type QuoteTerms,
  reject,
  see,
  succeed,
  type TransactionState,
  worth,
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
};
/** 100.00 at 2000.00 a coin of 6 decimals: 0.05 coins. */
const terms: QuoteTerms = {
  amount: 50_000n,
  quoted: 10_000n,
  rate: { value: 2_000n, scale: 0 },
  assetDecimals: 6,
  minorDecimals: 2,
};
const observation = { hash: '0xa', block: 7, blockHash: '0xb', received: 50_000n };
const seen = see(attempt, observation, terms);

test('exactly what was asked for settles exactly what was quoted', () => {
  assert.equal(worth(50_000n, terms), 10_000n);
  // An amount raised to be unlike others is worth a little more than the quote, and settles the quote all the same.
  assert.equal(worth(50_004n, { ...terms, amount: 50_004n }), 10_000n);
});

test('any other amount is worth what the rate says, rounded down', () => {
  assert.equal(worth(49_999n, terms), 9_999n); // 99.998
  assert.equal(worth(50_001n, terms), 10_000n); // 100.002
  assert.equal(worth(25_000n, terms), 5_000n);
  assert.equal(worth(1n, terms), 0n); // 0.002
  assert.equal(worth(0n, terms), 0n);
});

test('a payment without a quote is worth what the rate says', () => {
  assert.equal(worth(50_000n, { ...terms, amount: null, quoted: 0n }), 10_000n);
});

test('more than was asked for is never worth less than the quote, less never more', () => {
  fc.assert(
    fc.property(
      fc.record({ value: fc.bigInt(1n, 10n ** 12n), scale: fc.nat(8) }),
      fc.constantFrom(0, 6, 8, 18),
      fc.constantFrom(0, 2, 3),
      fc.bigInt(1n, 10n ** 9n),
      fc.bigInt(1n, 10n ** 20n),
      (rate, assetDecimals, minorDecimals, quoted, apart) => {
        const amount = amountForValue(quoted, minorDecimals, rate, assetDecimals);
        const exact: QuoteTerms = { amount, quoted, rate, assetDecimals, minorDecimals };
        assert.ok(worth(amount + apart, exact) >= quoted);
        if (apart <= amount) assert.ok(worth(amount - apart, exact) < quoted);
      },
    ),
  );
});

test('what was seen is pending until it succeeds, and then it is credited instead', () => {
  assert.deepEqual([seen.pending, seen.credited], [10_000n, 0n]);
  const done = succeed(seen);
  assert.deepEqual([done.status, done.pending, done.credited, done.received], ['success', 0n, 10_000n, 50_000n]);
});

test('a block that left the chain takes the payment with it, but not the memory of its hash', () => {
  assert.deepEqual(lose(seen), { ...attempt, hash: '0xa' });
  const again = see(lose(seen), { ...observation, block: 9, blockHash: '0xc' }, terms);
  assert.deepEqual(again, { ...seen, block: 9, blockHash: '0xc' });
});

test('nothing succeeds that is in no block', () => {
  assert.throws(() => succeed(attempt), /without a block/);
  assert.throws(() => succeed(lose(seen)), /without a block/);
});

test('nothing is credited twice: a success is neither seen, lost nor confirmed again', () => {
  const done = succeed(seen);
  assert.throws(() => succeed(done));
  assert.throws(() => see(done, observation, terms));
  assert.throws(() => lose(done));
  assert.equal(cancelTransaction(done, 'requested'), null);
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
