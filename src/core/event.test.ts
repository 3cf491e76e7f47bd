// Which webhooks receive an event, and its exact bytes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventPayload, eventTypes, scopeOfEvent, subscribes, taskFor } from './event.ts';

test('an endpoint receives the event types it named, or all types if it named none', () => {
  for (const type of eventTypes) {
    assert.equal(subscribes(null, type), true);
    assert.equal(subscribes([type], type), true);
    assert.equal(subscribes([], type), false);
  }
  assert.equal(subscribes(['invoice.paid'], 'invoice.expired'), false);
});

test('the payload holds type, time and the data as it was written, byte for byte', () => {
  const data = '{"total":"10.00","note":"Grüße","amount":1.10}';
  const at = new Date('2026-01-02T03:04:05.678Z');
  const text = eventPayload({ type: 'webhook.disabled', at, sequence: null, data });
  assert.equal(text, `{"type":"webhook.disabled","timestamp":"2026-01-02T03:04:05.678Z","data":${data}}`);
  const numbered = eventPayload({ type: 'invoice.paid', at, sequence: 9_007_199_254_740_993n, data });
  assert.match(
    numbered,
    /"timestamp":"2026-01-02T03:04:05\.678Z","sequence":9007199254740993,"data":\{"total":"10\.00"/,
  );
});

test('the fields of the invoice are appended to those of the transaction, which keep their bytes', () => {
  const invoiceFacts = JSON.stringify({ reference: 'A "1"}', metadata: { order_id: '{}' } });
  const payload = (data: string, facts: string | null) =>
    eventPayload({ type: 'transaction.created', at: new Date(0), sequence: 2n, data, invoiceFacts: facts });
  const cases: [data: string, facts: string | null, expected: string][] = [
    ['{"amount":1.10}', invoiceFacts, `{"amount":1.10,${invoiceFacts.slice(1)}`],
    ['{ "amount" : 1.10 }\n', invoiceFacts, `{"amount" : 1.10,${invoiceFacts.slice(1)}`],
    ['{}', invoiceFacts, invoiceFacts],
    ['{"amount":1.10}', '{ }', '{"amount":1.10}'],
    ['{"amount":1.10}', null, '{"amount":1.10}'],
  ];
  for (const [data, facts, expected] of cases) {
    const text = payload(data, facts);
    assert.ok(text.endsWith(`"sequence":2,"data":${expected}}`), text);
    JSON.parse(text);
  }
});

test('reading an event takes the scope of the object that it carries', () => {
  const scopes = Object.fromEntries(eventTypes.map((type) => [type.split('.', 1)[0], scopeOfEvent(type)]));
  assert.deepEqual(scopes, {
    invoice: 'invoices:read',
    transaction: 'transactions:read',
    refund: 'invoices:read',
    payment: 'transactions:read',
    address: 'addresses:read',
    webhook: 'webhooks:read',
    rate: 'webhooks:read',
  });
});

test('a mail is queued for a paid invoice with an address, a refund and an event without a shop’s word', () => {
  const customer = { email: 'customer@example.com' };
  const table = [
    ['invoice.paid', { customer }, 'receipt'],
    ['invoice.paid', { customer: { email: null } }, null],
    ['invoice.created', { customer }, null],
    ['refund.created', {}, 'refund_mail'],
    ['refund.sent', {}, 'refund_mail'],
    ['refund.seen', {}, null],
    ['refund.created', { simulated: true }, null],
    ['invoice.paid', { customer, simulated: true }, null],
    ['invoice.reversed', { paid: '0.00' }, 'door_mail'],
    ['invoice.expired', { paid: '0.00' }, null],
    ['invoice.expired', { paid: '0.01' }, 'door_mail'],
    ['payment.unmatched', { status: 'waiting', dust: false }, 'door_mail'],
    ['payment.unmatched', { status: 'waiting', dust: true }, null],
    ['payment.unmatched', { status: 'withdrawn', dust: false }, null],
  ] as const;
  for (const [type, data, kind] of table) assert.equal(taskFor(type, data), kind, type);
});
