// Every state of the API has one screen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleInvoice, sampleTransaction } from '../../../test/rig/browser/sample-payment.ts';
import type { Invoice, Transaction } from './payment-objects.ts';
import { installments, isFresh, stageOf } from './stage.ts';

const now = Date.parse('2026-11-01T12:00:00.000Z');
const earlier = '2026-11-01T11:59:59.000Z';

const invoice = (over: Partial<Invoice> = {}): Invoice => ({ ...sampleInvoice, ...over });

const attempt = (over: Partial<Transaction> = {}): Transaction => ({ ...sampleTransaction, ...over });

const kindOf = (status: Invoice['status'], ...transactions: Transaction[]) =>
  stageOf({ invoice: invoice({ status }), transactions }, now).kind;

test('what the invoice says goes before any attempt', () => {
  assert.equal(kindOf('paid', attempt()), 'paid');
  assert.equal(kindOf('expired', attempt()), 'expired');
  assert.equal(kindOf('canceled', attempt()), 'canceled');
});

test('an open quote is the one to pay, also while another payment is being confirmed', () => {
  assert.equal(kindOf('open', attempt()), 'awaiting');
  assert.equal(kindOf('partially_paid', attempt(), attempt({ id: 'u', hash: '0xaa' })), 'awaiting');
});

test('a quote that ran out is never shown as payable, even before the service closed it', () => {
  const stage = stageOf({ invoice: invoice(), transactions: [attempt({ expire_at: earlier })] }, now);
  assert.deepEqual(stage.kind === 'choosing' && stage.expiredQuote?.id, 't');
});

test('an attempt in a coin that is gone is neither payable nor renewed, and another open one is', () => {
  const gone = attempt({ payment_uri: null });
  const stage = stageOf({ invoice: invoice(), transactions: [gone] }, now);
  assert.deepEqual(stage, { kind: 'choosing', expiredQuote: null });
  const over = stageOf({ invoice: invoice(), transactions: [{ ...gone, expire_at: earlier }] }, now);
  assert.deepEqual(over, { kind: 'choosing', expiredQuote: null });
  assert.equal(kindOf('open', gone, attempt({ id: 'u' })), 'awaiting');
  assert.equal(
    kindOf('open', attempt({ payment_uri: null, to: '' })),
    'awaiting',
    'an address that is not to be shown',
  );
  const claims = [{ transaction_id: 't', hash: '0xaa', network: 'Local', seen: false }];
  assert.equal(stageOf({ invoice: invoice(), transactions: [gone], claims }, now).kind, 'sent');
});

test('a seen payment gathers confirmations and says what is left', () => {
  const snapshot = { invoice: invoice({ pending: '40.00' }), transactions: [attempt({ hash: '0xaa' })] };
  const stage = stageOf(snapshot, now);
  assert.equal(stage.kind === 'confirming' && stage.due, '60.00');
});

test('what the merchant accepted unconfirmed is over for the customer, until it is paid or taken back', () => {
  const seen = attempt({ hash: '0xaa' });
  const kind = (over: Partial<Invoice>) =>
    stageOf({ invoice: invoice({ pending: '100.00', ...over }), transactions: [attempt({ id: 'u' }), seen] }, now).kind;
  assert.equal(kind({ accepted_at: earlier }), 'accepted');
  assert.equal(kind({ accepted_at: earlier, status: 'partially_paid' }), 'accepted');
  assert.equal(kind({ accepted_at: earlier, status: 'paid' }), 'paid');
  assert.equal(kind({ accepted_at: null }), 'awaiting');
});

test('an attempt that the customer gave up leaves no trace, one whose price ran out does', () => {
  const expiredQuote = (last: Transaction) => {
    const stage = stageOf({ invoice: invoice(), transactions: [last] }, now);
    return stage.kind === 'choosing' && stage.expiredQuote !== null;
  };
  assert.equal(expiredQuote(attempt({ status: 'canceled', reason: 'requested' })), false);
  assert.equal(expiredQuote(attempt({ status: 'canceled', reason: 'expired' })), true);
});

test('the last attempt is the newest of all, though those that money was seen for come first', () => {
  const paid = attempt({ id: 'u', hash: '0xaa', status: 'success', created_at: '2026-11-20T10:00:00.000Z' });
  const last = attempt({ status: 'canceled', reason: 'expired', created_at: '2026-11-20T11:00:00.000Z' });
  const stage = stageOf({ invoice: invoice(), transactions: [paid, last] }, now);
  assert.equal(stage.kind === 'choosing' && stage.expiredQuote?.id, 't');
});

test('a page with a claim, or with an attempt that may have been paid, has more to show than the ways to pay', () => {
  const canceled = { invoice: invoice(), transactions: [attempt({ status: 'canceled', reason: 'requested' })] };
  const claims = [{ transaction_id: 't', hash: '0xaa', network: 'Local', seen: true }];
  assert.equal(isFresh(stageOf(canceled, now), canceled), false);
  const untouched = { invoice: invoice(), transactions: [] };
  assert.equal(isFresh(stageOf(untouched, now), untouched), true);
  assert.equal(isFresh(stageOf({ ...untouched, claims }, now), { ...untouched, claims }), false);
});

test('installments are the attempts that money was seen for', () => {
  const seen = installments([attempt(), attempt({ id: 'u', hash: '0xaa' })]);
  assert.deepEqual(
    seen.map((one) => one.id),
    ['u'],
  );
});
