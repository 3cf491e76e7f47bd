// Decides which steps the history of an invoice records.
import type { InvoiceEvent } from '../../../core/payment/invoice.ts';
import type { StepKind } from './credit-store.ts';
import type { Transaction } from './transaction-store.ts';

/**
 * The steps for state changes of an invoice. A correction by the merchant is recorded elsewhere, by the code that makes
 * it.
 */
export const stepKinds: Readonly<Partial<Record<InvoiceEvent, StepKind>>> = {
  'invoice.partially_paid': 'invoice_partially_paid',
  'invoice.paid': 'invoice_paid',
  'invoice.expired': 'invoice_expired',
  'invoice.canceled': 'invoice_canceled',
  'invoice.reversed': 'invoice_reversed',
};

/** The steps of a refund. Each is also the type of an event. */
export type RefundStep = 'created' | 'ready' | 'seen' | 'sent' | 'reversed' | 'canceled';

/** Returns the history step for the payment of a transaction in one commit; null if the payment did not change. */
export function moveOf(before: Transaction, now: Transaction): StepKind | null {
  if (now.hash !== before.hash) return before.hash === null ? 'payment_seen' : 'payment_replaced';
  if (now.received === null) return before.received === null ? null : 'payment_orphaned';
  if (before.received === null) return 'payment_seen';
  if (before.block === null && now.block !== null) return 'payment_mined';
  return before.received === now.received ? null : 'payment_seen';
}
