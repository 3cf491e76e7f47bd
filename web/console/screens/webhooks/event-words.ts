// What each event tells, in words.
import type { EventType } from '../../../../src/core/event.ts';

export const eventWords: Readonly<Record<EventType, string>> = {
  'invoice.created': 'An invoice was made',
  'invoice.partially_paid': 'An invoice is partly paid',
  'invoice.paid': 'An invoice is paid',
  'invoice.expired': 'An invoice expired',
  'invoice.canceled': 'An invoice was canceled',
  'invoice.updated': 'An invoice changed',
  'invoice.reversed': 'An invoice’s payment was taken back by the chain',
  'transaction.created': 'A customer chose a coin',
  'transaction.detected': 'A payment was seen',
  'transaction.succeeded': 'A payment is confirmed',
  'transaction.canceled': 'A payment was given up',
  'transaction.rejected': 'A payment failed',
  'payment.unmatched': 'A payment waits to be sorted out',
  'address.changed': 'An address where you are paid changed',
  'webhook.disabled': 'A webhook was switched off',
  'rate.depegged': 'A stable coin left its peg',
  'webhook.test': 'A test',
};

/** The words for a type; the type itself where it is newer than this page. */
export function wordsOfEvent(type: string): string {
  return (eventWords as Readonly<Record<string, string>>)[type] ?? type;
}
