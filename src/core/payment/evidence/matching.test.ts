// A payment finds the attempt that it belongs to, or it waits for the merchant. Nothing is guessed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, shared } from '../../../../test/rig/payment/matching-samples.ts';
import {
  type Candidate,
  firstSeenMillis,
  type Incoming,
  type Match,
  matchFailure,
  matchTransfer,
  whatSpeaksFor,
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
    'an address given out once speaks for itself, whoever sends and whatever comes',
    { ...oneTime, amount: 7n },
    [candidate('a')],
    pays('a', 'address'),
  ],
  ['on a shared address the exact amount speaks first', shared, [candidate('a')], pays('a', 'amount')],
  [
    'S1-stranger-declares: whoever declared which sender',
    shared,
    [candidate('stranger', { amount: 50n }), candidate('a', nobody)],
    pays('a', 'amount'),
  ],
  [
    'two attempts of a stranger with the same sender take nothing from it either',
    shared,
    [candidate('one', { amount: 50n }), candidate('two', { amount: 60n }), candidate('a', nobody)],
    pays('a', 'amount'),
  ],
  [
    'a sender whom the chain does not name is known by the amount',
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
    'a signature of the sender speaks where the amount does not',
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
    'a leased address speaks for its attempt, whatever comes',
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
    'a lease says nothing of what was under way before it',
    { ...shared, amount: 97n, recordedSeconds: 800 },
    [candidate('a', { sender: null, isLeased: true })],
    waits('unknown', 'a'),
  ],
  [
    'nor of exactly the amount that was quoted to an earlier customer, whose quote is over',
    shared,
    [candidate('a', { sender: null, isLeased: true, amount: 40n }), candidate('b', { status: 'canceled' })],
    late('b', 'amount'),
  ],
  [
    'a declared sender speaks for another amount, where nothing contradicts',
    { ...shared, amount: 40n },
    [candidate('a')],
    pays('a', 'sender'),
  ],
  [
    'of two who declare one sender neither is picked',
    { ...shared, amount: 50n },
    [candidate('b', { amount: 99n }), candidate('a')],
    waits('ambiguous', 'b', 'a'),
  ],
  [
    'S2-fee-taken: nor where the amount is near to what somebody else was asked for',
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
    'what is far from every other quote belongs to who declared its sender',
    { ...shared, amount: 89n },
    [candidate('one', { amount: 200n }), candidate('a', nobody)],
    pays('one', 'sender'),
  ],
  [
    'S3-declared-afterwards: a sender declared after the payment was first seen says nothing',
    { ...shared, amount: 40n },
    [candidate('a', { createdSeconds: 1_001 })],
    waits('unknown', 'a'),
  ],
  [
    'the wallet of many people says nothing of whose money it is',
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
    'the quote of an invoice that is paid says nothing of another amount',
    { ...shared, amount: 50n },
    [
      candidate('a', { amount: 200n }),
      candidate('paid', { status: 'success', amount: 51n, hash: '0x9', isMined: true, sender: 'ben' }),
      candidate('seen', { amount: 52n, hash: '0x8', isMined: true, sender: 'ben' }),
    ],
    pays('a', 'sender'),
  ],
  [
    'an unknown sender with an amount that nobody was asked for is unknown',
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
  [
    'not even at an address given out once',
    { ...oneTime, assetId: 'usdt' },
    [candidate('a')],
    waits('wrong_asset', 'a'),
  ],
  [
    'what was seen waiting stays with its attempt when it is mined, although the lease has ended since',
    { ...shared, sender: null, amount: 97n },
    [candidate('b', { amount: 300n }), candidate('a', { isLeased: true, hash: '0x1', isUnconfirmed: true })],
    pays('a', 'hash'),
  ],
  [
    'what is mined after the deadline is late, even where nobody has ended the attempt yet',
    shared,
    [candidate('a', { isInTime: false })],
    late('a', 'amount'),
  ],
  [
    'what a deep reorg took back belongs where it belonged, whatever else its sender has tried',
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
    'C2-fee-bump: unless that spends the same money in its place, however late it comes',
    { ...oneTime, txHash: '0x2', conflicts: ['0x1'] },
    [candidate('a', { hash: '0x1', isUnconfirmed: true, isInTime: false })],
    pays('a', 'address'),
  ],
  [
    'at a shared address what comes in its place still has to be the exact amount',
    { ...shared, sender: null, txHash: '0x2', amount: 50n, conflicts: ['0x1'] },
    [candidate('a', { hash: '0x1', isUnconfirmed: true })],
    waits('unknown'),
  ],
  [
    'a payment that a double spend took back, and that is mined after all, belongs where it belonged',
    { ...shared, sender: null },
    [candidate('b', { status: 'canceled' }), candidate('a', { status: 'rejected', hash: '0x1', hadIt: true })],
    late('a', 'hash'),
  ],
  [
    'so does what its customer gave up, although others had the same quote',
    shared,
    [candidate('b', { status: 'canceled' }), candidate('a', { status: 'canceled', hash: '0x1', hadIt: true })],
    late('a', 'hash'),
  ],
  [
    'and what was replaced after a reorg, when it is mined after all',
    { ...shared, amount: 40n },
    [candidate('a', { hash: '0x2', isMined: true, hadIt: true, createdSeconds: 2_000 })],
    late('a', 'hash'),
  ],
  [
    'what a reorg took away and gives back goes where it was, though another attempt has the address by now',
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
    'one that was quoted goes before another part of the same, which came unasked for',
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
    'what is paid to a canceled invoice waits',
    oneTime,
    [candidate('a', { status: 'canceled', invoiceIsCanceled: true })],
    waits('invoice_canceled', 'a'),
  ],
  ['what nobody ever asked for is unknown', shared, [], waits('unknown')],
];

for (const [rule, incoming, candidates, match] of rules) {
  test(rule, () => assert.deepEqual(matchTransfer(incoming, candidates), match));
}

test('the person who decides is told what speaks for each candidate', () => {
  const near = { ...shared, amount: 95n };
  assert.deepEqual(whatSpeaksFor(candidate('a'), near), ['near_amount', 'sender']);
  assert.deepEqual(whatSpeaksFor(candidate('a', { sender: null, isProved: true }), shared), ['amount', 'signature']);
  assert.deepEqual(whatSpeaksFor(candidate('a', { assetId: 'usdt', sender: null }), shared), []);
});

test('a failure is told to the attempt of its sender, and to nobody else', () => {
  assert.equal(matchFailure(shared, [candidate('a'), candidate('b', { sender: 'ben' })]), 'a');
  assert.equal(matchFailure({ ...shared, amount: 7n }, [candidate('a')]), 'a');
  assert.equal(
    matchFailure({ ...oneTime }, [candidate('a')]),
    null,
    'a stranger’s failure says nothing of the customer',
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
