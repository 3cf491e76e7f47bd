// The types of events and the payload that is delivered for each.
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
  'invoice.refunded',
  'transaction.created',
  'transaction.detected',
  'transaction.succeeded',
  'transaction.canceled',
  'transaction.rejected',
  'refund.created',
  'refund.ready',
  'refund.seen',
  'refund.sent',
  'refund.reversed',
  'refund.canceled',
  'payment.unmatched',
  'address.changed',
  'webhook.disabled',
  'rate.depegged',
] as const;

export type SubscribableEventType = (typeof eventTypes)[number];

/** `webhook.test` is sent to one endpoint when its owner asks for it, regardless of its subscription. */
export type EventType = SubscribableEventType | 'webhook.test';

/** Whether an endpoint that subscribed to `wanted` (null: all types) receives this one. */
export function subscribes(wanted: readonly string[] | null, type: EventType): boolean {
  return wanted === null || wanted.includes(type);
}

interface MailedData {
  readonly customer?: { readonly email?: string | null };
  readonly simulated?: boolean;
  /** The paid amount of an invoice, in its currency. */
  readonly paid?: string;
  /** The status of an unmatched payment. */
  readonly status?: string;
  readonly dust?: boolean;
}

/** The kind of task that the service queues for an event of this type; null if there is none. */
export function taskFor(type: EventType, data: unknown): 'receipt' | 'refund_mail' | 'door_mail' | null {
  const { customer, simulated } = data as MailedData;
  // The made-up customer of a made-up event gets no mail.
  if (simulated === true) return null;
  if (type === 'invoice.paid' && customer?.email) return 'receipt';
  if (needsDecision(type, data)) return 'door_mail';
  return type === 'refund.created' || type === 'refund.sent' ? 'refund_mail' : null;
}

/** Whether a merchant has to decide about the payment or the order of this event. */
export function needsDecision(type: EventType, data: unknown): boolean {
  const { paid, status, dust } = data as MailedData;
  if (type === 'invoice.reversed') return true;
  if (type === 'invoice.expired') return /[1-9]/.test(paid ?? '');
  return type === 'payment.unmatched' && status === 'waiting' && dust !== true;
}

/** The fields of an invoice in `data` of the events of its transactions and refunds, as they were at that moment. */
export interface InvoiceFacts {
  readonly reference: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

/** Null for events that belong to no transaction and no refund. */
export function invoiceFactsOf(type: EventType, { reference, metadata }: InvoiceFacts): InvoiceFacts | null {
  return /^(?:transaction|refund)\./.test(type) ? { reference, metadata } : null;
}

export interface Payload {
  readonly type: string;
  /** When the event happened. */
  readonly at: Date;
  /** The number of the event within its invoice; null for an event without an invoice. */
  readonly sequence: bigint | number | null;
  /** JSON text of an object. */
  readonly data: string;
  /** JSON text of an object, with members that are appended to those of `data`. Null for none. */
  readonly invoiceFacts?: string | null;
}

/**
 * The body of a delivery after Standard Webhooks 1.0.0: `{type, timestamp, sequence, data}`, without `sequence` if the
 * event has none. The JSON text is inserted unparsed, so every retry has the same bytes.
 */
export function eventPayload({ type, at, sequence, data, invoiceFacts = null }: Payload): string {
  const head = `"type":${JSON.stringify(type)},"timestamp":${JSON.stringify(at.toISOString())}`;
  const number = sequence === null ? '' : `,"sequence":${sequence}`;
  return `{${head}${number},"data":${invoiceFacts === null ? data : joined(data, invoiceFacts)}}`;
}

/** The JSON text of one object with the members of both. */
function joined(first: string, second: string): string {
  const [one, other] = [first, second].map((text) => text.trim().slice(1, -1).trim());
  return `{${[one, other].filter((members) => members !== '').join()}}`;
}

/** The scope that a token needs to read events of this type. */
export function scopeOfEvent(type: string): Scope {
  const [about = ''] = type.split('.');
  return scopesByObject[about] ?? 'webhooks:read';
}

const scopesByObject: Readonly<Record<string, Scope>> = {
  invoice: 'invoices:read',
  transaction: 'transactions:read',
  refund: 'invoices:read',
  payment: 'transactions:read',
  address: 'addresses:read',
};
