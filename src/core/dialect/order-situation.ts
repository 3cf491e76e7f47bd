// The situation of an order: its status together with the exceptions that a shop can be notified of.
import type { InvoiceState } from '../payment/invoice.ts';

export const orderSituations = [
  'open',
  'confirming',
  'partially_paid',
  'paid',
  'overpaid',
  'paid_late',
  'settled_manually',
  'reversed',
  'reversed_in_part',
  'expired',
  'expired_in_part',
  'canceled',
  'partially_refunded',
  'refunded',
] as const;
export type OrderSituation = (typeof orderSituations)[number];

/** Exceptions of a paid order. The first one that it has names its situation. */
const ofPaid = ['settled_manually', 'overpaid', 'paid_late', 'refunded', 'partially_refunded'] as const;

type Facts = Pick<InvoiceState, 'status' | 'paid' | 'pending' | 'exceptions'>;

/** An order is `confirming` while a payment for it was seen and is not credited yet. */
export function orderSituation({ status, paid, pending, exceptions }: Facts): OrderSituation {
  switch (status) {
    case 'paid':
      return ofPaid.find((one) => exceptions.includes(one)) ?? 'paid';
    case 'expired':
      return paid > 0n ? 'expired_in_part' : 'expired';
    case 'canceled':
      return 'canceled';
    default:
      if (pending > 0n) return 'confirming';
      if (exceptions.includes('reorged')) return paid > 0n ? 'reversed_in_part' : 'reversed';
      return status;
  }
}

const paidSituations: readonly OrderSituation[] = ['paid', ...ofPaid];

/** Whether enough is paid. */
export function isPaidSituation(situation: OrderSituation): boolean {
  return paidSituations.includes(situation);
}

/** Events that a later payment refutes. An invoice can also remain paid after a reversal. */
const refutedByPayment: readonly string[] = ['invoice.expired', 'invoice.reversed'];

/**
 * Whether the event may still be reported for an order in this situation. A payment can come or be reversed between the
 * event and a later attempt to deliver it.
 */
export function isStillTrue(type: string, situation: OrderSituation): boolean {
  const isPaid = isPaidSituation(situation);
  return type === 'invoice.paid' ? isPaid : !(isPaid && refutedByPayment.includes(type));
}
