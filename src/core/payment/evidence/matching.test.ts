// A payment finds the attempt that it belongs to, or it waits for the merchant. Nothing is guessed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, shared } from '../../../../test/rig/payment/matching-samples.ts';
import {
  type Candidate,
  evidenceOf,
  firstSeenMillis,
  type Incoming,
  type Match,
  matchFailure,
  matchTransfer,
} from './matching.ts';

const oneTime: Incoming = { ...shared, sender: 'stranger', isOneTimeAddress: true };

function candidate(id: string, facts: Partial<Candidate> = {}): Candidate {
  return { ...base, id, invoiceId: `invoice-${id}`, ...facts };
}

const nobody = { sender: null };
const pays = (id: string, by: string) => ({ kind: 'transaction', id, by }) as Match;
const late = (id: string, by: string, invoiceId = `invoice-${id}`) =>
  ({ kind: 'late', basis: id, invoiceId, by }) as Match;
const waits = (reason: string, ...candidates: string[]) => ({ kind: 'unmatched', reason, candidates }) as Match;

const rules: readonly [rule: string, incoming: Incoming, candidates: readonly Candidate[], match: Match][] = [
  [
    'a one-time address decides alone, for any sender and amount',
    { ...oneTime, amount: 7n },
    [candidate('a')],
    pays('a', 'address'),
  ],
  ['on a shared address the exact amount decides first', shared, [candidate('a')], pays('a', 'amount')],
  [
    'S1-stranger-declares: regardless of declared senders',
    shared,
    [candidate('stranger', { amount: 50n }), candidate('a', nobody)],
    pays('a', 'amount'),
  ],
  [
    'two attempts by another person with the same sender do not change that',
    shared,
    [candidate('one', { amount: 50n }), candidate('two', { amount: 60n }), candidate('a', nobody)],
    pays('a', 'amount'),
  ],
  [
    'a payment without a known sender is matched by the amount',
    { ...shared, sender: null },
    [candidate('a')],
    pays('a', 'amount'),
  ],
  [
    'S3-made-afterwards: an attempt that was made after the payment was seen has no right to its amount',
    shared,
    [candidate('a', { createdSeconds: 1_003 })],
    waits('unknown', 'a'),
  ],
  [
    'where only a claim speaks, the clock of the block decides what was made before it',
    { ...shared, recordedSeconds: 1_000 },
    [candidate('a', { createdSeconds: 1_001, sender: null })],
    waits('unknown', 'a'),
  ],
  [
    'without an exact amount, a signature of the sender decides',
    { ...shared, amount: 30n },
    [candidate('a', { sender: null, isProved: true }), candidate('b', { amount: 31n })],
    pays('a', 'signature'),
  ],
  [
    'an exact amount outweighs a signature for another',
    shared,
    [candidate('a', { amount: 50n, isProved: true }), candidate('b', nobody)],
    pays('b', 'amount'),
  ],
  [
    'a leased address decides for its attempt, for any amount',
    { ...shared, sender: 'stranger', amount: 97n },
    [candidate('a', { sender: null, isLeased: true })],
    pays('a', 'lease'),
  ],
  [
    'a lease ends as soon as another open attempt shares the address',
    { ...shared, sender: 'stranger', amount: 97n },
    [candidate('b', { sender: 'ben', amount: 300n }), candidate('a', { sender: null, isLeased: true })],
    waits('unknown', 'a'),
  ],
  [
    'another attempt of the same invoice does not end it: its customer has chosen another coin',
    { ...shared, sender: 'stranger', amount: 97n },
    [
      candidate('b', { invoiceId: 'invoice-a', assetId: 'usdt', amount: 300n, sender: null }),
      candidate('a', { sender: null, isLeased: true }),
    ],
    pays('a', 'lease'),
  ],
  [
    'then the amounts decide',
    { ...shared, sender: 'ben' },
    [candidate('b', { sender: 'ben', amount: 300n }), candidate('a', { sender: null, isLeased: true })],
    pays('a', 'amount'),
  ],
  [
    'a lease does not cover payments that were sent before it',
    { ...shared, amount: 97n, recordedSeconds: 800 },
    [candidate('a', { sender: null, isLeased: true })],
    waits('unknown', 'a'),
  ],
  [
    'nor exactly the amount that was quoted to an earlier customer, even after that quote ended',
    shared,
    [candidate('a', { sender: null, isLeased: true, amount: 40n }), candidate('b', { status: 'canceled' })],
    late('b', 'amount'),
  ],
  [
    'a declared sender decides for another amount, if nothing contradicts it',
    { ...shared, amount: 40n },
    [candidate('a')],
    pays('a', 'sender'),
  ],
  [
    'if two attempts declare the same sender, neither is chosen',
    { ...shared, amount: 50n },
    [candidate('b', { amount: 99n }), candidate('a')],
    waits('ambiguous', 'b', 'a'),
  ],
  [
    'S2-fee-taken: nor if the amount is near another customer’s quote',
    { ...shared, amount: 95n },
    [candidate('stranger', { amount: 200n }), candidate('a', nobody)],
    waits('ambiguous', 'stranger', 'a'),
  ],
  [
    'a tenth less than another quote is near, and a little less than that is not',
    { ...shared, amount: 90n },
    [candidate('stranger', { amount: 200n }), candidate('a', nobody)],
    waits('ambiguous', 'stranger', 'a'),
  ],
  [
    'a payment far from every other quote belongs to the attempt that declared its sender',
    { ...shared, amount: 89n },
    [candidate('one', { amount: 200n }), candidate('a', nobody)],
    pays('one', 'sender'),
  ],
  [
    'S3-declared-afterwards: a sender declared after the payment was first seen is no evidence',
    { ...shared, amount: 40n },
    [candidate('a', { createdSeconds: 1_001 })],
    waits('unknown', 'a'),
  ],
  [
    'a shared wallet as sender is no evidence',
    { ...shared, amount: 40n, isSharedSender: true },
    [candidate('a')],
    waits('unknown', 'a'),
  ],
  [
    'a declared sender does not outweigh the exact amount of a quote that is over',
    shared,
    [candidate('stranger', { amount: 300n }), candidate('a', { status: 'canceled', sender: null })],
    late('a', 'amount'),
  ],
  [
    'the quote of a paid invoice is no evidence for another amount',
    { ...shared, amount: 50n },
    [
      candidate('a', { amount: 200n }),
      candidate('paid', { status: 'success', amount: 51n, hash: '0x9', isMined: true, sender: 'ben' }),
      candidate('seen', { amount: 52n, hash: '0x8', isMined: true, sender: 'ben' }),
    ],
    pays('a', 'sender'),
  ],
  [
    'a payment with an unknown sender and an amount without a quote is unknown',
    { ...shared, sender: 'stranger', amount: 50n },
    [candidate('a')],
    waits('unknown'),
  ],
  [
    'another asset than the one quoted is never credited by itself',
    { ...shared, assetId: 'usdt' },
    [candidate('a')],
    waits('wrong_asset', 'a'),
  ],
  ['not even at a one-time address', { ...oneTime, assetId: 'usdt' }, [candidate('a')], waits('wrong_asset', 'a')],
  [
    'an unconfirmed payment stays with its attempt when it is mined, even if the lease has ended',
    { ...shared, sender: null, amount: 97n },
    [candidate('b', { amount: 300n }), candidate('a', { isLeased: true, hash: '0x1', isUnconfirmed: true })],
    pays('a', 'hash'),
  ],
  [
    'a payment mined after the deadline is late, even if the attempt has not been ended yet',
    shared,
    [candidate('a', { isInTime: false })],
    late('a', 'amount'),
  ],
  [
    'a payment reversed by a deep reorg returns to its invoice, regardless of other attempts of its sender',
    { ...shared, amount: 5n },
    [
      candidate('b', { status: 'canceled', amount: 5n, createdSeconds: 2_000 }),
      candidate('a', { status: 'rejected', hash: '0x1', hadIt: true, createdSeconds: 2_000 }),
    ],
    late('a', 'hash'),
  ],
  [
    'an attempt whose payment is on the chain takes no second chain transaction: that is a late payment',
    { ...shared, txHash: '0x2' },
    [candidate('a', { hash: '0x1', isMined: true })],
    late('a', 'amount'),
  ],
  [
    'another part from the same sender belongs to the same invoice',
    { ...shared, txHash: '0x2', amount: 40n },
    [candidate('a', { hash: '0x1', isMined: true })],
    late('a', 'sender'),
  ],
  [
    'a further part to a leased address, after the first one was credited, in time',
    { ...shared, amount: 7n },
    [candidate('a', { ...nobody, isLeased: true, status: 'success', hash: '0x9', isMined: true })],
    late('a', 'lease'),
  ],
  [
    'after its time the lease says nothing',
    { ...shared, amount: 7n },
    [candidate('a', { ...nobody, isLeased: true, status: 'success', hash: '0x9', isMined: true, isInTime: false })],
    waits('unknown'),
  ],
  [
    'so does another part to a leased address, while its attempt is open',
    { ...shared, txHash: '0x2', sender: 'stranger', amount: 40n },
    [candidate('a', { sender: null, isLeased: true, hash: '0x1', isMined: true })],
    late('a', 'lease'),
  ],
  [
    'an attempt whose payment was reorged away takes another one',
    { ...shared, txHash: '0x2' },
    [candidate('a', { hash: '0x1' })],
    pays('a', 'amount'),
  ],
  [
    'an attempt whose payment waits to be mined takes no second chain transaction either',
    { ...oneTime, txHash: '0x2' },
    [candidate('a', { hash: '0x1', isUnconfirmed: true })],
    late('a', 'address'),
  ],
  [
    'C2-fee-bump: unless it replaces the first one by spending the same money, even late',
    { ...oneTime, txHash: '0x2', conflicts: ['0x1'] },
    [candidate('a', { hash: '0x1', isUnconfirmed: true, isInTime: false })],
    pays('a', 'address'),
  ],
  [
    'at a shared address the replacement must still have the exact amount',
    { ...shared, sender: null, txHash: '0x2', amount: 50n, conflicts: ['0x1'] },
    [candidate('a', { hash: '0x1', isUnconfirmed: true })],
    waits('unknown'),
  ],
  [
    'a payment reversed by a double spend, but mined after all, returns to its invoice',
    { ...shared, sender: null },
    [candidate('b', { status: 'canceled' }), candidate('a', { status: 'rejected', hash: '0x1', hadIt: true })],
    late('a', 'hash'),
  ],
  [
    'so does a payment of a canceled attempt, although others had the same quote',
    shared,
    [candidate('b', { status: 'canceled' }), candidate('a', { status: 'canceled', hash: '0x1', hadIt: true })],
    late('a', 'hash'),
  ],
  [
    'and a payment replaced after a reorg that is mined after all',
    { ...shared, amount: 40n },
    [candidate('a', { hash: '0x2', isMined: true, hadIt: true, createdSeconds: 2_000 })],
    late('a', 'hash'),
  ],
  [
    'a payment that returns after a reorg goes to its invoice, even if another attempt has the address now',
    { ...shared, amount: 40n },
    [candidate('b', { isLeased: true }), candidate('a', { status: 'rejected', hash: '0x1', hadIt: true })],
    late('a', 'hash'),
  ],
  [
    'a late payment belongs to the one invoice whose quote it is',
    shared,
    [candidate('a', { status: 'canceled' }), candidate('b', { amount: 99n, status: 'canceled' })],
    late('a', 'amount'),
  ],
  [
    'or that its sender had tried to pay',
    { ...shared, amount: 30n },
    [candidate('a', { status: 'canceled' }), candidate('b', { sender: 'ben', status: 'canceled' })],
    late('a', 'sender'),
  ],
  [
    'the newest attempt of that invoice sets its terms',
    { ...shared, amount: 30n },
    [
      candidate('new', { status: 'canceled', invoiceId: 'one', amount: 99n }),
      candidate('old', { status: 'canceled', invoiceId: 'one' }),
    ],
    late('new', 'sender', 'one'),
  ],
  [
    'an attempt with a quote comes before a further part without one',
    { ...oneTime, amount: 7n },
    [
      candidate('part', { status: 'success', invoiceId: 'one', amount: null, hash: '0x8', isMined: true }),
      candidate('quoted', { status: 'success', invoiceId: 'one', hash: '0x9', isMined: true }),
    ],
    late('quoted', 'address', 'one'),
  ],
  [
    'where a sender had tried to pay two invoices with other amounts, it waits',
    { ...shared, amount: 50n },
    [candidate('b', { status: 'canceled', amount: 99n }), candidate('a', { status: 'canceled' })],
    waits('ambiguous', 'b', 'a'),
  ],
  [
    'where two invoices were quoted just that, it waits',
    shared,
    [candidate('b', { status: 'canceled' }), candidate('a', { status: 'canceled' })],
    waits('ambiguous', 'b', 'a'),
  ],
  [
    'an open attempt of the sender goes before an ended one',
    { ...shared, amount: 40n },
    [candidate('closed', { status: 'canceled' }), candidate('open')],
    pays('open', 'sender'),
  ],
  [
    'a payment for a canceled invoice waits',
    oneTime,
    [candidate('a', { status: 'canceled', invoiceIsCanceled: true })],
    waits('invoice_canceled', 'a'),
  ],
  ['a payment without any candidate is unknown', shared, [], waits('unknown')],
];

for (const [rule, incoming, candidates, match] of rules) {
  test(rule, () => assert.deepEqual(matchTransfer(incoming, candidates), match));
}

test('the person who decides sees the evidence for each candidate', () => {
  const near = { ...shared, amount: 95n };
  assert.deepEqual(evidenceOf(candidate('a'), near), ['near_amount', 'sender']);
  assert.deepEqual(evidenceOf(candidate('a', { sender: null, isProved: true }), shared), ['amount', 'signature']);
  assert.deepEqual(evidenceOf(candidate('a', { assetId: 'usdt', sender: null }), shared), []);
});

test('a failure concerns only the attempt of its sender', () => {
  assert.equal(matchFailure(shared, [candidate('a'), candidate('b', { sender: 'ben' })]), 'a');
  assert.equal(matchFailure({ ...shared, amount: 7n }, [candidate('a')]), 'a');
  assert.equal(
    matchFailure({ ...oneTime }, [candidate('a')]),
    null,
    'another sender’s failure does not concern the customer',
  );
  assert.equal(matchFailure({ ...shared, assetId: 'usdt' }, [candidate('a')]), null);
  assert.equal(matchFailure(shared, [candidate('a'), candidate('b', { amount: 7n })]), 'a');
  assert.equal(matchFailure(shared, [candidate('a'), candidate('b')]), null);
  assert.equal(matchFailure(shared, [candidate('a', { hash: '0x9', isMined: true })]), null, 'it is paid already');
  assert.equal(matchFailure(shared, [candidate('a', { status: 'canceled' })]), null);
});

test('a list of candidates stays short', () => {
  const many = Array.from({ length: 30 }, (_, index) => candidate(`${index}`));
  const match = matchTransfer(shared, many);
  assert.ok(match.kind === 'unmatched' && match.candidates.length === 10);
});

test('a payment is first seen within a second of its block’s time and the lag, and never after our own sight', () => {
  const blockTime = 100_000;
  const table = [
    { what: 'a block dated in whole seconds', lag: 0, recorded: 109_000, until: 101_000 },
    { what: 'a chain whose clock lags', lag: 59_500, recorded: 190_000, until: 160_500 },
    { what: 'one that we saw at once', lag: 0, recorded: 100_300, until: 100_300 },
    { what: 'one that runs ahead of our clock', lag: 0, recorded: 90_000, until: 90_000 },
    { what: 'one that only a claim speaks for', lag: 0, recorded: 109_000, until: 100_000, isClaimed: true },
  ];
  for (const { what, lag, recorded, until, isClaimed = false } of table) {
    const transfer = { knownAt: new Date(blockTime), recordedAt: new Date(recorded) };
    assert.equal(firstSeenMillis(transfer, { clockLagMillis: lag, isClaimed }), until, what);
  }
});
