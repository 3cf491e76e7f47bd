// Who hears of what, and in which bytes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventPayload, eventTypes, scopeOfEvent, subscribes } from './event.ts';

test('an endpoint that named no types hears of all, another one of those it named', () => {
  for (const type of eventTypes) {
    assert.equal(subscribes(null, type), true);
    assert.equal(subscribes([type], type), true);
    assert.equal(subscribes([], type), false);
  }
  assert.equal(subscribes(['invoice.paid'], 'invoice.expired'), false);
});

test('the payload holds type, time and the data as it was written, byte for byte', () => {
  const data = '{"total":"10.00","note":"Grüße","amount":1.10}';
  const text = eventPayload('invoice.paid', new Date('2026-01-02T03:04:05.678Z'), data);
  assert.equal(text, `{"type":"invoice.paid","timestamp":"2026-01-02T03:04:05.678Z","data":${data}}`);
  assert.deepEqual(Object.keys(JSON.parse(text)), ['type', 'timestamp', 'data']);
});

test('what an event carries takes the scope that its object takes elsewhere', () => {
  const scopes = Object.fromEntries(eventTypes.map((type) => [type.split('.', 1)[0], scopeOfEvent(type)]));
  assert.deepEqual(scopes, {
    invoice: 'invoices:read',
    transaction: 'transactions:read',
    payment: 'transactions:read',
    address: 'addresses:read',
    webhook: 'webhooks:read',
    rate: 'webhooks:read',
  });
});
