// An event shows each caller no more than the caller can read through other operations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Caller } from '../../../core/access.ts';
import type { EventType } from '../../../core/event.ts';
import type { AppEvent } from './store.ts';
import { eventViewFor } from './view.ts';

const data = { id: 'object', amount: '1.00' };
const reference = 'order-1';
const metadata = { order_id: '77' };

test('metadata of the invoice is shown to callers that may read invoices, whichever event carries it', () => {
  const cases: [type: EventType, scopes: string[] | null, shown: object][] = [
    ['transaction.created', null, { ...data, reference, metadata }],
    ['transaction.created', ['transactions:read', 'invoices:read'], { ...data, reference, metadata }],
    ['transaction.created', ['transactions:read'], { ...data, reference }],
    ['transaction.created', ['invoices:read'], { id: 'object' }],
    ['transaction.created', [], { id: 'object' }],
    ['invoice.paid', ['invoices:read'], data],
    ['invoice.paid', ['transactions:read'], { id: 'object' }],
    ['rate.depegged', ['webhooks:read'], data],
  ];
  for (const [type, scopes, shown] of cases) {
    const caller = (scopes === null ? { kind: 'app_token' } : { kind: 'pat', scopes }) as unknown as Caller;
    assert.deepEqual(eventViewFor(caller, eventOf(type)).data, shown, `${type} with ${scopes}`);
  }
});

test('an event of a version that recorded nothing of the invoice is shown as it was recorded', () => {
  const caller = { kind: 'app_token' } as Caller;
  assert.deepEqual(eventViewFor(caller, { ...eventOf('transaction.created'), invoiceFacts: null }).data, data);
});

function eventOf(type: EventType): AppEvent {
  const isNumbered = /^(?:invoice|transaction)/.test(type);
  return {
    id: 'event',
    appId: 'app',
    type,
    data,
    createdAt: new Date(0),
    ...(isNumbered ? { invoiceId: 'invoice', sequence: 3n } : { invoiceId: null, sequence: null }),
    invoiceFacts: type.startsWith('transaction.') ? { reference, metadata } : null,
  };
}
