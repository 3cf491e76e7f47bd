// The state of a sale, for the person at the counter.
import { isZero, stillDue } from '../checkout/rules/figures.ts';
import type { Snapshot, Transaction } from '../checkout/rules/payment-objects.ts';

export type Outcome =
  | { readonly kind: 'waiting' }
  /** `due` is the missing amount, in the invoice's currency; null if nothing is missing. */
  | { readonly kind: 'seen'; readonly payment: Transaction; readonly due: string | null }
  /** accepted: the shop's terms accept the payment before it is confirmed. */
  | { readonly kind: 'done'; readonly accepted: boolean }
  | { readonly kind: 'over' };

/** `now` in milliseconds: an invoice past its deadline is no longer shown as payable. */
export function outcomeOf({ invoice, transactions }: Snapshot, now: number): Outcome {
  if (invoice.status === 'paid') return { kind: 'done', accepted: false };
  if (invoice.accepted_at) return { kind: 'done', accepted: true };
  const payment = transactions.find(({ hash, status }) => hash !== null && isAlive.has(status));
  if (payment !== undefined) {
    const due = stillDue(invoice);
    return { kind: 'seen', payment, due: isZero(due) ? null : due };
  }
  const isOver = invoice.status !== 'open' && invoice.status !== 'partially_paid';
  return isOver || Date.parse(invoice.expires_at) <= now ? { kind: 'over' } : { kind: 'waiting' };
}

const isAlive: ReadonlySet<string> = new Set(['processing', 'success']);
