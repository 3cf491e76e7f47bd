// A payment finds the attempt that it belongs to, or it waits: nobody guesses.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Candidate, type Incoming, type Match, matchFailure, matchTransfer } from './matching.ts';

const shared: Incoming = {
  txHash: '0x1',
  assetId: 'eth',
  sender: 'ann',
  amount: 100n,
  isOneTimeAddress: false,
  rivals: [],
};
const oneTime: Incoming = { ...shared, sender: 'stranger', isOneTimeAddress: true };
const base: Candidate = {
  id: 'a',
  invoiceId: 'invoice-a',
  invoiceIsCanceled: false,
  assetId: 'eth',
  sender: 'ann',
  amount: 100n,
  status: 'processing',
  hash: null,
  isMined: false,
  isWaiting: false,
  isInTime: true,
};

function candidate(id: string, facts: Partial<Candidate> = {}): Candidate {
  return { ...base, id, invoiceId: `invoice-${id}`, ...facts };
}

const rules: readonly [rule: string, incoming: Incoming, candidates: readonly Candidate[], match: Match][] = [
  [
    'an address given out once speaks for itself, whoever sends and whatever comes',
    { ...oneTime, amount: 7n },
    [candidate('a')],
    { kind: 'transaction', id: 'a', by: 'address' },
  ],
  [
    'what is mined after the deadline is late, even where nobody has ended the attempt yet',
    shared,
    [candidate('a', { isInTime: false })],
    { kind: 'late', basis: 'a', invoiceId: 'invoice-a', by: 'sender' },
  ],
  [
    'on a shared address the declared sender speaks, whatever comes',
    { ...shared, amount: 7n },
    [candidate('a'), candidate('b', { sender: 'ben', amount: 7n })],
    { kind: 'transaction', id: 'a', by: 'sender' },
  ],
  [
    'of two open attempts with one sender the exact amount decides',
    shared,
    [candidate('b', { amount: 99n }), candidate('a')],
    { kind: 'transaction', id: 'a', by: 'sender_and_amount' },
  ],
  [
    'where no amount fits either of them, it waits',
    { ...shared, amount: 50n },
    [candidate('b', { amount: 99n }), candidate('a')],
    { kind: 'unmatched', reason: 'ambiguous', candidates: ['b', 'a'] },
  ],
  [
    'where the amount fits both of them, it waits',
    shared,
    [candidate('b'), candidate('a')],
    { kind: 'unmatched', reason: 'ambiguous', candidates: ['b', 'a'] },
  ],
  [
    'an unknown sender is known by an exact amount that only one has',
    { ...shared, sender: 'stranger' },
    [candidate('b', { amount: 99n }), candidate('a')],
    { kind: 'transaction', id: 'a', by: 'amount' },
  ],
  [
    'so is one that the chain does not name',
    { ...shared, sender: null },
    [candidate('a')],
    { kind: 'transaction', id: 'a', by: 'amount' },
  ],
  [
    'an unknown sender with an amount that nobody was asked for is unknown',
    { ...shared, sender: 'stranger', amount: 50n },
    [candidate('a')],
    { kind: 'unmatched', reason: 'unknown', candidates: [] },
  ],
  [
    'another asset than the one quoted is never credited by itself',
    { ...shared, assetId: 'usdt' },
    [candidate('a')],
    { kind: 'unmatched', reason: 'wrong_asset', candidates: ['a'] },
  ],
  [
    'not even at an address given out once',
    { ...oneTime, assetId: 'usdt' },
    [candidate('a')],
    { kind: 'unmatched', reason: 'wrong_asset', candidates: ['a'] },
  ],
  [
    'the transfers of one chain transaction stay together',
    { ...shared, amount: 5n },
    [candidate('b', { amount: 7n }), candidate('a', { hash: '0x1', isMined: true })],
    { kind: 'transaction', id: 'a', by: 'sender' },
  ],
  [
    'unless one of them is exactly what another attempt of the sender waits for',
    { ...shared, amount: 5n },
    [candidate('b', { amount: 5n }), candidate('a', { hash: '0x1', isMined: true })],
    { kind: 'transaction', id: 'b', by: 'sender_and_amount' },
  ],
  [
    'what a deep reorg took back belongs where it belonged, whatever else its sender has tried',
    { ...shared, amount: 5n },
    [
      candidate('b', { status: 'canceled', amount: 5n }),
      candidate('a', { status: 'rejected', hash: '0x1', isMined: false }),
    ],
    { kind: 'late', basis: 'a', invoiceId: 'invoice-a', by: 'sender' },
  ],
  [
    'an attempt whose payment is on the chain takes no second chain transaction: that is a late payment',
    { ...shared, txHash: '0x2' },
    [candidate('a', { hash: '0x1', isMined: true })],
    { kind: 'late', basis: 'a', invoiceId: 'invoice-a', by: 'sender' },
  ],
  [
    'an attempt whose payment was reorged away takes another one',
    { ...shared, txHash: '0x2' },
    [candidate('a', { hash: '0x1' })],
    { kind: 'transaction', id: 'a', by: 'sender' },
  ],
  [
    'an attempt whose payment waits to be mined takes no second chain transaction either',
    { ...oneTime, txHash: '0x2' },
    [candidate('a', { hash: '0x1', isWaiting: true })],
    { kind: 'late', basis: 'a', invoiceId: 'invoice-a', by: 'address' },
  ],
  [
    'C2-fee-bump: unless that spends the same money in its place, however late it comes',
    { ...oneTime, txHash: '0x2', rivals: ['0x1'] },
    [candidate('a', { hash: '0x1', isWaiting: true, isInTime: false })],
    { kind: 'transaction', id: 'a', by: 'address' },
  ],
  [
    'at a shared address what comes in its place still has to be the exact amount',
    { ...shared, sender: null, txHash: '0x2', amount: 99n, rivals: ['0x1'] },
    [candidate('a', { hash: '0x1', isWaiting: true })],
    { kind: 'unmatched', reason: 'unknown', candidates: [] },
  ],
  [
    'a payment that a double spend took back, and that is mined after all, belongs where it belonged',
    { ...shared, sender: null, amount: 100n },
    [candidate('b', { status: 'canceled' }), candidate('a', { status: 'rejected', hash: '0x1', isMined: false })],
    { kind: 'late', basis: 'a', invoiceId: 'invoice-a', by: 'amount' },
  ],
  [
    'a late payment belongs to the one invoice that its sender had tried to pay',
    shared,
    [candidate('a', { status: 'canceled' }), candidate('b', { sender: 'ben', status: 'canceled' })],
    { kind: 'late', basis: 'a', invoiceId: 'invoice-a', by: 'sender' },
  ],
  [
    'the newest attempt of that invoice sets its terms',
    shared,
    [
      candidate('new', { status: 'canceled', invoiceId: 'one', amount: 99n }),
      candidate('old', { status: 'canceled', invoiceId: 'one' }),
    ],
    { kind: 'late', basis: 'new', invoiceId: 'one', by: 'sender' },
  ],
  [
    'one that was quoted goes before another part of the same, which came unasked for',
    { ...oneTime, amount: 7n },
    [
      candidate('part', { status: 'success', invoiceId: 'one', amount: null, hash: '0x8', isMined: true }),
      candidate('quoted', { status: 'success', invoiceId: 'one', hash: '0x9', isMined: true }),
    ],
    { kind: 'late', basis: 'quoted', invoiceId: 'one', by: 'address' },
  ],
  [
    'where a sender had tried to pay two invoices, the exact amount decides',
    shared,
    [candidate('b', { status: 'canceled', amount: 99n }), candidate('a', { status: 'success' })],
    { kind: 'late', basis: 'a', invoiceId: 'invoice-a', by: 'sender_and_amount' },
  ],
  [
    'or it waits',
    { ...shared, amount: 50n },
    [candidate('b', { status: 'canceled', amount: 99n }), candidate('a', { status: 'canceled' })],
    { kind: 'unmatched', reason: 'ambiguous', candidates: ['b', 'a'] },
  ],
  [
    'an open attempt goes before a closed one',
    shared,
    [candidate('closed', { status: 'canceled' }), candidate('open')],
    { kind: 'transaction', id: 'open', by: 'sender' },
  ],
  [
    'what is paid to a canceled invoice waits',
    oneTime,
    [candidate('a', { status: 'canceled', invoiceIsCanceled: true })],
    { kind: 'unmatched', reason: 'invoice_canceled', candidates: ['a'] },
  ],
  ['what nobody ever asked for is unknown', shared, [], { kind: 'unmatched', reason: 'unknown', candidates: [] }],
];

for (const [rule, incoming, candidates, match] of rules) {
  test(rule, () => assert.deepEqual(matchTransfer(incoming, candidates), match));
}

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

const incomings: fc.Arbitrary<Incoming> = fc.record({
  txHash: fc.constantFrom('0x1', '0x2'),
  assetId: fc.constantFrom('eth', 'usdt'),
  sender: fc.constantFrom('ann', 'ben', null),
  amount: fc.constantFrom(1n, 2n, 3n),
  isOneTimeAddress: fc.boolean(),
  rivals: fc.constantFrom([], ['0x1'], ['0x2']),
});
const facts = fc.record({
  invoiceId: fc.constantFrom('one', 'two'),
  invoiceIsCanceled: fc.boolean(),
  assetId: fc.constantFrom('eth', 'usdt'),
  sender: fc.constantFrom('ann', 'ben'),
  amount: fc.constantFrom(1n, 2n, null),
  status: fc.constantFrom('processing' as const, 'success' as const, 'canceled' as const, 'rejected' as const),
  hash: fc.constantFrom('0x1', null),
  isMined: fc.boolean(),
  isWaiting: fc.boolean(),
  isInTime: fc.boolean(),
});
/** Up to five attempts. An invoice is canceled for all of its attempts or for none. */
const sets = fc.tuple(fc.array(facts, { maxLength: 5 }), fc.boolean(), fc.boolean()).map(([those, one, two]) =>
  those.map((each, index) => ({
    ...each,
    id: `${index}`,
    invoiceIsCanceled: each.invoiceId === 'one' ? one : two,
    isMined: each.hash !== null && each.isMined,
    isWaiting: each.hash !== null && !each.isMined && each.isWaiting,
  })),
);

test('the order of the candidates decides nothing but which attempt of one invoice sets the terms', () => {
  fc.assert(
    fc.property(incomings, sets, (incoming, candidates) => {
      const [there, back] = [candidates, candidates.toReversed()].map((those) =>
        settled(matchTransfer(incoming, those), those),
      );
      assert.deepEqual(back, there);
      assert.equal(matchFailure(incoming, candidates.toReversed()), matchFailure(incoming, candidates));
    }),
    { numRuns: 1_000 },
  );
});

function settled(match: Match, candidates: readonly Candidate[]): object {
  if (match.kind === 'late') return { kind: match.kind, invoiceId: match.invoiceId, by: match.by };
  if (match.kind === 'transaction') return match;
  if (match.reason !== 'invoice_canceled') return { reason: match.reason, candidates: match.candidates.toSorted() };
  return { reason: match.reason, of: match.candidates.map((id) => candidates.find((one) => one.id === id)?.invoiceId) };
}

test('of two attempts that cannot be told apart neither is picked', () => {
  fc.assert(
    fc.property(incomings, sets, (incoming, candidates) => {
      const match = matchTransfer(incoming, candidates);
      if (match.kind !== 'transaction') return;
      const picked = candidates.find((one) => one.id === match.id) ?? assert.fail();
      // A twin differs in nothing that a transfer could speak for.
      const again = matchTransfer(incoming, [...candidates, { ...picked, id: 'twin' }]);
      assert.ok(again.kind !== 'transaction' || (again.id !== picked.id && again.id !== 'twin'));
    }),
    { numRuns: 1_000 },
  );
});

test('only an open attempt in the same asset is ever paid, and nothing is late for a canceled invoice', () => {
  fc.assert(
    fc.property(incomings, sets, (incoming, candidates) => {
      const match = matchTransfer(incoming, candidates);
      if (match.kind === 'unmatched') return;
      const one = candidates.find(({ id }) => id === (match.kind === 'late' ? match.basis : match.id)) ?? assert.fail();
      assert.equal(one.assetId, incoming.assetId);
      if (match.kind === 'transaction') assert.equal(one.status, 'processing');
      else assert.equal(one.invoiceIsCanceled, false);
    }),
    { numRuns: 1_000 },
  );
});

test('a list of candidates stays short', () => {
  const many = Array.from({ length: 30 }, (_, index) => candidate(`${index}`));
  const match = matchTransfer(shared, many);
  assert.ok(match.kind === 'unmatched' && match.candidates.length === 10);
});
