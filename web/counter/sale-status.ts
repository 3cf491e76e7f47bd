// Where a sale stands, as the person at the counter needs to know it.
import { isZero, stillDue } from '../checkout/rules/figures.ts';
import type { Snapshot, Transaction } from '../checkout/rules/payment-objects.ts';

export type Outcome =
  | { readonly kind: 'waiting' }
  /** `due` is what is missing, in the invoice's currency; null where nothing is. */
  | { readonly kind: 'seen'; readonly payment: Transaction; readonly due: string | null }
  /** accepted: the shop's own terms let the goods go before everything is confirmed. */
  | { readonly kind: 'done'; readonly accepted: boolean }
  | { readonly kind: 'over' };

/** `now` in milliseconds: an invoice whose time is over is no longer shown as payable. */
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
