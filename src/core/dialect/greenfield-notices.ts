// The notifications of BTCPay Greenfield for an event, and their fields. Source: the webhook events of its API.
import type { EventType, SubscribableEventType } from '../event.ts';
import { covers, type InvoiceState } from '../payment/invoice.ts';
import { dialectWords, notificationsOf } from './dialect-words.ts';
import { orderSituation } from './order-situation.ts';

const { values, special } = dialectWords.greenfield.notification;

/** Every type of notification, in the order of an invoice's life. */
export const greenfieldTypes = [
  'InvoiceCreated',
  'InvoiceReceivedPayment',
  'InvoiceProcessing',
  'InvoicePaymentSettled',
  'InvoiceSettled',
  'InvoiceExpired',
  'InvoiceInvalid',
] as const satisfies readonly ((typeof values)[keyof typeof values] | (typeof special)[keyof typeof special][number])[];
export type GreenfieldType = (typeof greenfieldTypes)[number];

/** The types of this API that lead to these notifications; null for all. */
export function eventsOf(types: readonly GreenfieldType[] | null): SubscribableEventType[] {
  const events = Object.keys(values) as (keyof typeof values)[];
  if (types === null) return events;
  // A second notification of an event is one of its special ones.
  const wanted = new Set<string>(types);
  if (wanted.has('InvoiceProcessing')) wanted.add(values['transaction.detected']);
  return events.filter((event) => wanted.has(values[event]));
}

/**
 * The notifications of an event for an invoice in its present state, in the order in which they are sent. An invoice is
 * processing only while all payments together cover it and are not all confirmed.
 */
export function greenfieldNotices(event: SubscribableEventType, invoice: InvoiceState): GreenfieldType[] {
  const isCovered = covers(invoice, invoice.paid + invoice.pending);
  const found = notificationsOf('greenfield', event, orderSituation(invoice)) as readonly GreenfieldType[];
  return found.filter((type) => type !== 'InvoiceProcessing' || isCovered);
}

/** The invoice as an event has it. */
export interface NoticedInvoice {
  readonly exceptions: readonly string[];
  /** Decimals in the currency of the invoice. */
  readonly paid: string;
}

/** The fields of a notification about an invoice as a whole. */
export function outcomeFields(
  type: GreenfieldType,
  event: EventType,
  { exceptions, paid }: NoticedInvoice,
): Readonly<Record<string, boolean>> {
  switch (type) {
    case 'InvoiceSettled':
      return { manuallyMarked: exceptions.includes('settled_manually'), overPaid: exceptions.includes('overpaid') };
    case 'InvoiceInvalid':
      return { manuallyMarked: event === 'invoice.canceled' };
    case 'InvoiceExpired':
      return { partiallyPaid: /[1-9]/.test(paid) };
    default:
      return {};
  }
}

/** The fields of InvoiceProcessing. */
export function processingFields({ paid, pending, total }: InvoiceState): Readonly<Record<string, boolean>> {
  return { overPaid: paid + pending > total };
}
