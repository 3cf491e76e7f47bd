// Matching rules that hold for any input of outsiders (typed, claimed or sent), each tested on a thousand random
// worlds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../../test/rig/chance/properties.ts';
import { base, shared } from '../../../../test/rig/payment/matching-samples.ts';
import { worlds } from '../../../../test/rig/payment/worlds.ts';
import { type Candidate, type Incoming, type Match, matchFailure, matchTransfer, promisesOf } from './matching.ts';

const played = worlds(1_000);
const honest: Candidate = { ...base, id: 'honest', invoiceId: 'invoice of honest' };

const incomings: fc.Arbitrary<Incoming> = fc.record({
  txHash: fc.constantFrom('0x1', '0x2'),
  assetId: fc.constantFrom('eth', 'usdt'),
  sender: fc.constantFrom('ann', 'ben', null),
  amount: fc.constantFrom(1n, 2n, 30n),
  isOneTimeAddress: fc.boolean(),
  conflicts: fc.constantFrom([], ['0x1'], ['0x2']),
  firstSeenSeconds: fc.constantFrom(5, 10),
  recordedSeconds: fc.constantFrom(10, 12),
  isSharedSender: fc.boolean(),
});
const facts = fc.record({
  invoiceId: fc.constantFrom('one', 'two'),
  invoiceIsCanceled: fc.boolean(),
  assetId: fc.constantFrom('eth', 'usdt'),
  sender: fc.constantFrom('ann', 'ben', null),
  amount: fc.constantFrom(1n, 2n, null),
  isLeased: fc.boolean(),
  status: fc.constantFrom('processing' as const, 'success' as const, 'canceled' as const, 'rejected' as const),
  hash: fc.constantFrom('0x1', null),
  isMined: fc.boolean(),
  isUnconfirmed: fc.boolean(),
  isInTime: fc.boolean(),
  createdSeconds: fc.constantFrom(4, 8, 11, 20),
  isProved: fc.boolean(),
  isClaimed: fc.boolean(),
  hadIt: fc.boolean(),
});
/** Up to five attempts. An invoice is canceled for all of its attempts or for none. */
const sets = fc.tuple(fc.array(facts, { maxLength: 5 }), fc.boolean(), fc.boolean()).map(([those, one, two]) =>
  those.map((each, index) => ({
    ...each,
    id: `${index}`,
    invoiceIsCanceled: each.invoiceId === 'one' ? one : two,
    isMined: each.hash !== null && each.isMined,
    isUnconfirmed: each.hash !== null && !each.isMined && each.isUnconfirmed,
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
    played,
  );
});

function settled(match: Match, candidates: readonly Candidate[]): object {
  if (match.kind === 'late') return { kind: match.kind, invoiceId: match.invoiceId, by: match.by };
  if (match.kind === 'transaction')
    return { kind: match.kind, of: candidates.find((one) => one.id === match.id)?.invoiceId, by: match.by };
  if (match.reason !== 'invoice_canceled') return { reason: match.reason, candidates: match.candidates.toSorted() };
  return { reason: match.reason, of: match.candidates.map((id) => candidates.find((one) => one.id === id)?.invoiceId) };
}

test('of two invoices that cannot be told apart neither is picked', () => {
  fc.assert(
    fc.property(incomings, sets, (incoming, candidates) => {
      const match = matchTransfer(incoming, candidates);
      if (match.kind !== 'transaction') return;
      const picked = candidates.find((one) => one.id === match.id) ?? assert.fail();
      // Attempts of a twin are identical in everything that a transfer can match.
      const own = candidates.filter(({ invoiceId }) => invoiceId === picked.invoiceId);
      const twins = own.map((one) => ({ ...one, id: `twin of ${one.id}`, invoiceId: 'twin' }));
      const again = matchTransfer(incoming, [...candidates, ...twins]);
      assert.ok(again.kind !== 'transaction' || ![...own, ...twins].some(({ id }) => id === again.id));
    }),
    played,
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
    played,
  );
});

/**
 * Anything that outsiders can type: senders, attempts before and after, ended or open, with any amount except the
 * promised one.
 */
const strangers = fc.array(
  fc
    .tuple(facts, fc.bigInt(1n, 1_000n))
    .map(([one, amount]) => ({ ...one, assetId: 'eth', amount, isProved: false, isClaimed: false, hadIt: false })),
  { maxLength: 20 },
);

test('L14-promise: an amount that customers were shown never pays another invoice by its amount alone', () => {
  fc.assert(
    fc.property(incomings, sets, (incoming, candidates) => {
      const match = matchTransfer(incoming, candidates);
      if (match.kind === 'unmatched' || match.by !== 'amount') return;
      const paid = candidates.find(({ id }) => id === (match.kind === 'late' ? match.basis : match.id));
      const others = promisesOf(incoming, candidates).filter(
        (one) => one.invoiceId !== paid?.invoiceId && !paid?.hadIt,
      );
      assert.deepEqual(candidates.some((one) => one.hadIt) ? [] : others, []);
    }),
    played,
  );
});

test('S1-S3-strangers: others’ attempts and claims never change the invoice of an exact payment', () => {
  fc.assert(
    fc.property(strangers, fc.constantFrom('ann', 'ben', 'exchange', null), fc.boolean(), (those, sender, isShared) => {
      const customer = { ...honest, amount: 500n, sender: null };
      // No other invoice has a quote with an amount that is promised at the address.
      const others = those.map((one, index) => ({
        ...one,
        id: `stranger-${index}`,
        invoiceId: `invoice of stranger-${index}`,
        amount: one.amount === 500n ? 501n : one.amount,
        hash: one.hash === null ? null : '0x9',
      }));
      const incoming = { ...shared, amount: 500n, sender, isSharedSender: isShared };
      const places = [0, Math.floor(others.length / 2), others.length];
      for (const at of places) {
        const match = matchTransfer(incoming, [...others.slice(0, at), customer, ...others.slice(at)]);
        assert.deepEqual(match, { kind: 'transaction', id: 'honest', by: 'amount' });
      }
    }),
    played,
  );
});
