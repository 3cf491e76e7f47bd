// What can happen that others hear of, and the payload that tells it.
import type { Scope } from './access.ts';

/** Every event a webhook can subscribe to. Invoice and transaction events carry the whole object as `data`. */
export const eventTypes = [
  'invoice.created',
  'invoice.partially_paid',
  'invoice.paid',
  'invoice.expired',
  'invoice.canceled',
  'invoice.updated',
  'invoice.reversed',
  'transaction.created',
  'transaction.detected',
  'transaction.succeeded',
  'transaction.canceled',
  'transaction.rejected',
  'payment.unmatched',
  'address.changed',
  'webhook.disabled',
  'rate.depegged',
] as const;

export type SubscribableEventType = (typeof eventTypes)[number];

/** `webhook.test` is sent when its owner asks for it, to one endpoint, whatever that endpoint subscribed to. */
export type EventType = SubscribableEventType | 'webhook.test';

/** Whether an endpoint that asked for these types (null: all of them) hears of this one. */
export function subscribes(wanted: readonly string[] | null, type: EventType): boolean {
  return wanted === null || wanted.includes(type);
}

/**
 * The payload of a delivery after Standard Webhooks 1.0.0: `{type, timestamp, data}`, timestamp being when the event
 * happened. `data` is JSON text already, and is not parsed again, so that every retry has the same bytes.
 */
export function eventPayload(type: string, at: Date, data: string): string {
  return `{"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(at.toISOString())},"data":${data}}`;
}

/** What a token must be allowed to read elsewhere to be shown what an event of this type carries. */
export function scopeOfEvent(type: string): Scope {
  const [about = ''] = type.split('.');
  return scopesByObject[about] ?? 'webhooks:read';
}

const scopesByObject: Readonly<Record<string, Scope>> = {
  invoice: 'invoices:read',
  transaction: 'transactions:read',
  payment: 'transactions:read',
  address: 'addresses:read',
};
