// The notifications of Greenfield: which events they need, when a shop gets them, and their fields.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubscribableEventType } from '../event.ts';
import type { InvoiceState } from '../payment/invoice.ts';
import { notifiedEvents } from './dialect-words.ts';
import { eventsOf, greenfieldNotices, greenfieldTypes, outcomeFields, processingFields } from './greenfield-notices.ts';

const open: InvoiceState = {
  ...{ status: 'open', total: 100n, paid: 0n, pending: 0n, refunded: 0n, tolerance: 1n },
  exceptions: [],
};

test('each notification needs the events that it is sent for, and all need those of the dialect', () => {
  assert.deepEqual(eventsOf(null), notifiedEvents('greenfield'));
  assert.deepEqual(eventsOf([...greenfieldTypes]), notifiedEvents('greenfield'));
  assert.deepEqual(eventsOf(['InvoiceProcessing']), ['transaction.detected']);
  assert.deepEqual(eventsOf(['InvoiceInvalid']), ['invoice.canceled', 'invoice.reversed']);
  assert.deepEqual(eventsOf(['InvoiceSettled', 'InvoiceExpired']), ['invoice.paid', 'invoice.expired']);
  assert.deepEqual(eventsOf([]), []);
});

test('a payment is followed by InvoiceProcessing while it waits and covers the invoice', () => {
  const rows: readonly [state: Partial<InvoiceState>, types: readonly string[]][] = [
    [{ pending: 100n }, ['InvoiceReceivedPayment', 'InvoiceProcessing']],
    [{ pending: 99n }, ['InvoiceReceivedPayment', 'InvoiceProcessing']],
    [{ pending: 98n }, ['InvoiceReceivedPayment']],
    [{ status: 'partially_paid', paid: 60n, pending: 40n }, ['InvoiceReceivedPayment', 'InvoiceProcessing']],
    [{ status: 'partially_paid', paid: 60n, pending: 10n }, ['InvoiceReceivedPayment']],
    [{ status: 'paid', paid: 100n }, ['InvoiceReceivedPayment']],
    [{ status: 'paid', paid: 100n, pending: 50n }, ['InvoiceReceivedPayment']],
    [{ status: 'expired', pending: 100n }, ['InvoiceReceivedPayment']],
    [{}, ['InvoiceReceivedPayment']],
  ];
  for (const [state, types] of rows)
    assert.deepEqual(greenfieldNotices('transaction.detected', { ...open, ...state }), types, String(state.pending));
});

test('each event of an invoice has one notification with its fields', () => {
  type Row = readonly [SubscribableEventType, exceptions: string[], paid: string, type: string, fields: object];
  const rows: readonly Row[] = [
    ['invoice.created', [], '0.00', 'InvoiceCreated', {}],
    ['invoice.paid', [], '1.00', 'InvoiceSettled', { manuallyMarked: false, overPaid: false }],
    ['invoice.paid', ['overpaid'], '1.10', 'InvoiceSettled', { manuallyMarked: false, overPaid: true }],
    ['invoice.paid', ['settled_manually'], '0.00', 'InvoiceSettled', { manuallyMarked: true, overPaid: false }],
    ['invoice.expired', [], '0.00', 'InvoiceExpired', { partiallyPaid: false }],
    ['invoice.expired', [], '0.01', 'InvoiceExpired', { partiallyPaid: true }],
    ['invoice.canceled', [], '0.00', 'InvoiceInvalid', { manuallyMarked: true }],
    ['invoice.reversed', ['reorged'], '0.00', 'InvoiceInvalid', { manuallyMarked: false }],
  ];
  for (const [event, exceptions, paid, expected, fields] of rows) {
    const [type, ...others] = greenfieldNotices(event, open);
    assert.ok(type);
    assert.deepEqual([type, others], [expected, []], event);
    assert.deepEqual(outcomeFields(type, event, { exceptions, paid }), fields, event);
  }
  assert.deepEqual(greenfieldNotices('invoice.refunded', open), []);
  assert.deepEqual(processingFields({ ...open, pending: 100n }), { overPaid: false });
  assert.deepEqual(processingFields({ ...open, paid: 60n, pending: 41n }), { overPaid: true });
});
