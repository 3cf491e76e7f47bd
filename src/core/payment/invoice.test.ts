// The debt of an invoice follows its payments exactly, in every order, forward and back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fc } from '../../../test/rig/chance/properties.ts';
import {
  acceptedSince,
  cancel,
  credit,
  expire,
  type InvoiceState,
  isPayable,
  movePending,
  remainingOf,
  reverse,
  settle,
  type UnconfirmedPart,
} from './invoice.ts';

const fresh: InvoiceState = {
  status: 'open',
  total: 10_000n,
  paid: 0n,
  pending: 0n,
  refunded: 0n,
  tolerance: 0n,
  exceptions: [],
};
const tolerant: InvoiceState = { ...fresh, tolerance: 100n };

test('an invoice is paid from total less tolerance on, and not one unit earlier', () => {
  assert.equal(credit(fresh, 9_999n).state.status, 'partially_paid');
  assert.equal(credit(fresh, 10_000n).state.status, 'paid');
  assert.equal(credit(tolerant, 9_899n).state.status, 'partially_paid');
  assert.equal(credit(tolerant, 9_900n).state.status, 'paid');
});

test('it is overpaid from one unit above the total on, whatever the tolerance', () => {
  assert.deepEqual(credit(tolerant, 10_000n).state.exceptions, []);
  assert.deepEqual(credit(tolerant, 10_001n).state.exceptions, ['overpaid']);
  assert.deepEqual(credit(credit(fresh, 10_000n).state, 1n).state.exceptions, ['overpaid']);
});

test('a reversal that leaves no more than the total takes the overpayment back with it', () => {
  const over = credit(fresh, 10_500n).state;
  assert.deepEqual(reverse(over, 400n).state.exceptions, ['overpaid', 'reorged']);
  assert.deepEqual(reverse(over, 500n).state, { ...fresh, status: 'paid', paid: 10_000n, exceptions: ['reorged'] });
});

test('credits to an expired invoice are kept, and pay it once they are enough', () => {
  const expired = expire(credit(fresh, 4_000n).state)?.state ?? assert.fail();
  const more = credit(expired, 1_000n);
  assert.deepEqual([more.state.status, more.state.paid, more.event], ['expired', 5_000n, 'invoice.updated']);
  const paid = credit(more.state, 5_000n).state;
  assert.deepEqual([paid.status, paid.exceptions], ['paid', ['paid_late']]);
  assert.deepEqual(reverse(paid, 5_000n).state.exceptions, ['reorged'], 'no longer paid, so no longer paid late');
});

test('a manual settlement survives a reorg', () => {
  const settled = settle(credit(fresh, 4_000n).state)?.state ?? assert.fail();
  const reversed = reverse(settled, 4_000n).state;
  assert.deepEqual([reversed.status, reversed.paid], ['paid', 0n]);
  assert.deepEqual(reversed.exceptions, ['settled_manually', 'reorged']);
});

const noon = new Date('2026-11-01T12:00:00.000Z');
const later = new Date('2026-11-01T12:10:00.000Z');
const waiting: UnconfirmedPart = { value: 10_000n, isMined: false, isOnTerms: true, isUndisputed: true };
const since = (state: InvoiceState, parts: UnconfirmedPart[], before: Date | null = null) => {
  const pending = parts.reduce((sum, one) => sum + one.value, 0n);
  return acceptedSince({ ...state, pending }, before, parts, noon);
};

test('C5: payments are accepted unconfirmed only on the merchant’s terms, regardless of the amount', () => {
  assert.equal(since(fresh, [waiting]), noon);
  assert.equal(since(fresh, [{ ...waiting, isOnTerms: false }]), null);
  assert.equal(since(fresh, [{ ...waiting, isOnTerms: false, isMined: true }]), null);
  assert.equal(since(fresh, []), null);
});

test('C5: a payment with a conflict, or out of the mempool, does not count until it is mined', () => {
  assert.equal(since(fresh, [{ ...waiting, isUndisputed: false }]), null);
  assert.equal(since(fresh, [{ ...waiting, isUndisputed: false }], later), null);
  assert.equal(since(fresh, [{ ...waiting, isUndisputed: false, isMined: true }]), noon);
});

test('C5: an invoice is accepted from total less tolerance on, including confirmed payments', () => {
  const short = { ...waiting, value: 9_900n };
  assert.equal(since(fresh, [short]), null);
  assert.equal(since(tolerant, [short]), noon);
  assert.equal(since(tolerant, [{ ...short, value: 9_899n }]), null);
  assert.equal(since(credit(fresh, 100n).state, [short]), noon);
  const half = { ...waiting, value: 5_000n };
  assert.equal(since(fresh, [half, { ...half, isMined: true, isOnTerms: false }]), noon);
  assert.equal(since(fresh, [half, { ...half, isOnTerms: false }]), null, 'both are needed, one is not on terms');
  assert.equal(since(fresh, [waiting, { ...half, isOnTerms: false }]), noon, 'the other is not needed');
});

test('C5: once accepted it keeps its time while there is enough, on whatever terms the rest is mined', () => {
  assert.equal(since(fresh, [waiting], later), later);
  const rest = { ...waiting, value: 4_000n, isMined: true, isOnTerms: false };
  assert.equal(since(credit(fresh, 6_000n).state, [rest], later), later);
  assert.equal(since(credit(fresh, 6_000n).state, [{ ...rest, isMined: false }], later), null);
  assert.equal(since(credit(fresh, 6_000n).state, [], later), null);
});

test('C5: a paid invoice keeps its value, and other final states are not accepted', () => {
  const paid = credit(fresh, 10_000n).state;
  assert.deepEqual([since(paid, [waiting], later), since(paid, [waiting])], [later, null]);
  for (const status of ['expired', 'canceled'] as const)
    assert.equal(since({ ...fresh, status }, [waiting], later), null);
  assert.equal(since(reverse(paid, 10_000n).state, [], later), null);
});

test('a payment worth zero changes nothing', () => {
  assert.deepEqual(credit(fresh, 0n), { state: fresh, event: null });
  assert.deepEqual(movePending(fresh, 0n), { state: fresh, event: null });
});

test('impossible amounts throw', () => {
  assert.throws(() => credit(fresh, -1n), RangeError);
  assert.throws(() => reverse(fresh, 1n), RangeError);
  assert.throws(() => reverse({ ...fresh, paid: 5n }, -1n), RangeError);
  assert.throws(() => movePending(fresh, -1n), RangeError);
});

test('pending payments are not requested again', () => {
  const waiting = movePending(credit(fresh, 4_000n).state, 2_500n).state;
  assert.equal(remainingOf(waiting), 3_500n);
  assert.equal(isPayable(waiting), true);
  const covered = movePending(waiting, 3_500n).state;
  assert.equal(remainingOf(covered), 0n);
  assert.equal(isPayable(covered), false);
  assert.equal(remainingOf(movePending(covered, 1n).state), 0n, 'never negative');
});

test('only open and partially paid invoices take another attempt', () => {
  for (const status of ['open', 'partially_paid', 'paid', 'expired', 'canceled'] as const) {
    assert.equal(isPayable({ ...fresh, status }), status === 'open' || status === 'partially_paid', status);
  }
});

type Step =
  | { readonly kind: 'see' | 'lose' | 'confirm' | 'reverse'; readonly of: number }
  | { readonly kind: 'expire' | 'cancel' | 'settle' };

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('see', 'lose', 'confirm', 'reverse'), of: fc.nat(4) }),
  fc.record({ kind: fc.constantFrom('expire', 'cancel', 'settle') }),
);

/** Applies a history of payments to the rules, and keeps a simple record of each payment for comparison. */
function play(start: InvoiceState, values: readonly bigint[], history: readonly Step[]) {
  const places: ('nowhere' | 'pending' | 'paid')[] = values.map(() => 'nowhere');
  let invoice = start;
  const states = [invoice];
  for (const step of history) {
    if (!('of' in step)) {
      const move = { expire, cancel, settle }[step.kind](invoice);
      invoice = move?.state ?? invoice;
    } else {
      const place = places[step.of];
      const value = values[step.of] ?? 0n;
      if (step.kind === 'see' && place === 'nowhere') {
        places[step.of] = 'pending';
        invoice = movePending(invoice, value).state;
      } else if (step.kind === 'lose' && place === 'pending') {
        places[step.of] = 'nowhere';
        invoice = movePending(invoice, -value).state;
      } else if (step.kind === 'confirm' && place === 'pending') {
        places[step.of] = 'paid';
        invoice = credit(movePending(invoice, -value).state, value).state;
      } else if (step.kind === 'reverse' && place === 'paid') {
        places[step.of] = 'nowhere';
        invoice = reverse(invoice, value).state;
      }
    }
    states.push(invoice);
  }
  const sumOf = (where: 'pending' | 'paid') =>
    values.reduce((sum, value, at) => (places[at] === where ? sum + value : sum), 0n);
  return { invoice, states, paid: sumOf('paid'), pending: sumOf('pending') };
}

const starts = fc
  .tuple(fc.bigInt(1n, 1_000n), fc.bigInt(0n, 10n))
  .map(([total, percent]): InvoiceState => ({ ...fresh, total, tolerance: (total * percent) / 100n }));
const histories = fc.tuple(
  starts,
  fc.array(fc.bigInt(0n, 600n), { minLength: 5, maxLength: 5 }),
  fc.array(steps, { maxLength: 40 }),
);

test('after any moves in any order, paid and pending are the sums of the transactions', () => {
  fc.assert(
    fc.property(histories, ([start, values, history]) => {
      const { invoice, paid, pending } = play(start, values, history);
      assert.deepEqual([invoice.paid, invoice.pending], [paid, pending]);
    }),
  );
});

test('the status follows the money, unless a person or the clock decided last', () => {
  fc.assert(
    fc.property(histories, ([start, values, history]) => {
      const { invoice } = play(start, values, history);
      const covers = invoice.paid >= invoice.total - invoice.tolerance;
      if (invoice.status === 'open') assert.equal(invoice.paid, 0n);
      if (invoice.status === 'partially_paid') assert.ok(invoice.paid > 0n && !covers);
      if (invoice.status === 'paid') assert.ok(covers || invoice.exceptions.includes('settled_manually'));
      if (invoice.status === 'expired') assert.ok(!covers);
      assert.equal(invoice.exceptions.includes('overpaid'), invoice.paid > invoice.total);
      assert.equal(new Set(invoice.exceptions).size, invoice.exceptions.length);
    }),
  );
});

test('W45-no-way-back: only a reversal leaves paid, and no move leaves canceled', () => {
  fc.assert(
    fc.property(histories, ([start, values, history]) => {
      const { states } = play(start, values, history);
      for (const [at, step] of history.entries()) {
        const [before, after] = [states[at]?.status, states[at + 1]?.status];
        if (before === 'canceled') assert.equal(after, 'canceled');
        if (before === 'paid' && step.kind !== 'reverse') assert.equal(after, 'paid');
      }
    }),
  );
});

test('an invoice with a pending payment neither expires nor is canceled', () => {
  fc.assert(
    fc.property(histories, ([start, values, history]) => {
      const { invoice } = play(start, values, history);
      if (invoice.pending > 0n) assert.deepEqual([expire(invoice), cancel(invoice)], [null, null]);
    }),
  );
});
