// A quoted amount finds its invoice, open or ended, and so does a payment for several attempts of one invoice.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, shared } from '../../../../test/rig/payment/matching-samples.ts';
import { type Candidate, type Incoming, type Match, matchTransfer } from './matching.ts';

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
    'attempts of one invoice share its address: the exact amount goes first',
    { ...shared, isOneTimeAddress: true, sender: 'ann' },
    [
      candidate('b', { invoiceId: 'one', amount: 50n, sender: 'ann' }),
      candidate('a', { invoiceId: 'one', sender: null }),
    ],
    pays('a', 'address'),
  ],
  [
    'what was seen for one of them stays its own, mined or replaced by the same money',
    { ...shared, isOneTimeAddress: true, amount: 7n, txHash: '0x2', conflicts: ['0x1'] },
    [
      candidate('c', { invoiceId: 'one', amount: 7n }),
      candidate('b', { invoiceId: 'one', hash: '0x1', isUnconfirmed: true, sender: null }),
    ],
    pays('b', 'address'),
  ],
  [
    'then the sender that one of them declared',
    { ...shared, isOneTimeAddress: true, sender: 'ann', amount: 7n },
    [candidate('b', { invoiceId: 'one', sender: null }), candidate('a', { invoiceId: 'one', sender: 'ann' })],
    pays('a', 'address'),
  ],
  [
    'then the newest, since the money is the invoice’s in any case',
    { ...shared, isOneTimeAddress: true, sender: 'stranger', amount: 7n },
    [candidate('b', { invoiceId: 'one', sender: 'ann' }), candidate('a', { invoiceId: 'one', sender: null })],
    pays('b', 'address'),
  ],
  [
    'a quote of the last seven days at the address ends a lease, too',
    { ...shared, sender: 'stranger', amount: 97n },
    [candidate('a', { sender: null, isLeased: true }), candidate('b', { amount: 300n, status: 'canceled' })],
    waits('unknown', 'a'),
  ],
  [
    'a late payment without a quote does not end it',
    { ...shared, sender: 'stranger', amount: 97n },
    [candidate('a', { sender: null, isLeased: true }), candidate('b', { amount: null, status: 'success' })],
    pays('a', 'lease'),
  ],
  [
    'M1-promise-kept: the exact amount of an ended quote is late for its invoice, whatever is open',
    shared,
    [candidate('open', { amount: 99n }), candidate('ended', { status: 'canceled', sender: null })],
    late('ended', 'amount'),
  ],
  [
    'L14: one amount of an open and of an ended quote waits with both',
    { ...shared, sender: null },
    [candidate('open', nobody), candidate('ended', { status: 'canceled', sender: null })],
    waits('ambiguous', 'open', 'ended'),
  ],
  [
    'L14: also where the ended quote was paid',
    { ...shared, sender: null, txHash: '0x2' },
    [candidate('open', nobody), candidate('paid', { status: 'success', sender: null, hash: '0x1', isMined: true })],
    waits('ambiguous', 'open', 'paid'),
  ],
  [
    'between equal quotes a signature decides at once',
    shared,
    [candidate('a', nobody), candidate('b', { sender: null, isProved: true })],
    pays('b', 'signature'),
  ],
  [
    'then the only claim',
    shared,
    [candidate('a', nobody), candidate('b', { sender: null, isClaimed: true })],
    pays('b', 'claim'),
  ],
  [
    'also for a quote that is over',
    shared,
    [candidate('a', nobody), candidate('b', { sender: null, isClaimed: true, status: 'canceled' })],
    late('b', 'claim'),
  ],
  [
    'then the declared sender of an open attempt, where the other quote is over',
    shared,
    [candidate('a'), candidate('b', { sender: null, status: 'canceled' })],
    pays('a', 'sender'),
  ],
  [
    'S1-equal-quotes: a declared sender says nothing against an open quote of the same amount',
    shared,
    [candidate('stranger'), candidate('a', nobody)],
    waits('ambiguous', 'stranger', 'a'),
  ],
  [
    'two quotes of one invoice are one promise',
    shared,
    [candidate('new', { ...nobody, invoiceId: 'one' }), candidate('old', { status: 'canceled', invoiceId: 'one' })],
    pays('new', 'amount'),
  ],
  [
    'the amount of a quote whose invoice is canceled waits',
    shared,
    [candidate('open', { amount: 99n }), candidate('a', { status: 'canceled', invoiceIsCanceled: true })],
    waits('invoice_canceled', 'a'),
  ],
  [
    'a paid invoice whose quote comes again is paid twice',
    { ...shared, txHash: '0x2' },
    [
      candidate('a', { amount: 200n }),
      candidate('paid', { status: 'success', hash: '0x9', isMined: true, sender: 'ben' }),
    ],
    late('paid', 'amount'),
  ],
];

for (const [rule, incoming, candidates, match] of rules) {
  test(rule, () => assert.deepEqual(matchTransfer(incoming, candidates), match));
}
