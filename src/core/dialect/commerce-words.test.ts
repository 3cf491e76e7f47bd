// Which events shops of Coinbase Commerce are notified of when the order has changed since.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SubscribableEventType } from '../event.ts';
import { mayNotify, notifiedEvents } from './dialect-words.ts';
import { type OrderSituation, orderSituations } from './order-situation.ts';

test('a late delivery takes back no newer notification', () => {
  const paid = ['paid', 'overpaid', 'paid_late', 'settled_manually', 'partially_refunded', 'refunded'] as const;
  const rows: Partial<Record<SubscribableEventType, readonly OrderSituation[]>> = {
    'invoice.created': orderSituations,
    'transaction.detected': ['confirming', 'partially_paid'],
    'invoice.paid': paid,
    'invoice.expired': ['expired', 'expired_in_part'],
    'invoice.canceled': ['canceled'],
  };
  assert.deepEqual(Object.keys(rows), notifiedEvents('commerce'));
  for (const [event, expected] of Object.entries(rows)) {
    const reported = orderSituations.filter((one) => mayNotify('commerce', event as SubscribableEventType, one));
    assert.deepEqual(reported.toSorted(), expected.toSorted(), event);
  }
  assert.ok(orderSituations.every((one) => mayNotify('greenfield', 'transaction.detected', one)));
});
