// Where a payment stands, told from what the API shows alone: every screen follows from this one decision.
import { isZero, stillDue } from './figures.ts';
import type { Snapshot, Transaction } from './payment-objects.ts';

export type Stage =
  /** Everything owed is confirmed. */
  | { readonly kind: 'paid' }
  /** The time to pay is over; `inFlight` is what was seen but is not confirmed yet. */
  | { readonly kind: 'expired'; readonly inFlight: readonly Transaction[] }
  | { readonly kind: 'canceled' }
  /** Enough was seen for the merchant to let the goods go; its confirmation needs no customer. */
  | { readonly kind: 'accepted'; readonly inFlight: readonly Transaction[] }
  /** One attempt waits for its money. */
  | { readonly kind: 'awaiting'; readonly transaction: Transaction }
  /** Money was seen and gathers confirmations; `due` is what will still be owed after it. */
  | { readonly kind: 'confirming'; readonly inFlight: readonly Transaction[]; readonly due: string }
  /** The customer picks how to pay; `expiredQuote` is the last attempt, where it came to nothing by itself. */
  | { readonly kind: 'choosing'; readonly expiredQuote: Transaction | null };

/**
 * `now` is the server's time in milliseconds. A quote that has run out on that clock is no longer shown as payable,
 * even where the service has not closed it yet: its price no longer holds.
 */
export function stageOf(snapshot: Snapshot, now: number): Stage {
  const { invoice, transactions } = snapshot;
  const inFlight = transactions.filter((one) => one.status === 'processing' && one.hash !== null);
  if (invoice.status === 'paid') return { kind: 'paid' };
  if (invoice.status === 'canceled') return { kind: 'canceled' };
  if (invoice.status === 'expired') return { kind: 'expired', inFlight };
  if (invoice.accepted_at) return { kind: 'accepted', inFlight };

  const awaiting = transactions.find((one) => isAwaiting(one) && !isOver(one, now));
  if (awaiting !== undefined) return { kind: 'awaiting', transaction: awaiting };
  if (inFlight.length > 0) return { kind: 'confirming', inFlight, due: stillDue(invoice) };

  // Those that money was seen for come first in the list, whenever they were made.
  const last = transactions.reduce<Transaction | undefined>(newer, undefined);
  return { kind: 'choosing', expiredQuote: last !== undefined && isExpiredQuote(last, now) ? last : null };
}

/** Attempts worth listing: those that money was seen for, newest first. */
export function installments(transactions: readonly Transaction[]): readonly Transaction[] {
  return transactions.filter((one) => one.hash !== null);
}

/** Whether money is on its way that will settle everything. */
export function isCovered(stage: Stage): boolean {
  return stage.kind === 'confirming' && isZero(stage.due);
}

function newer(found: Transaction | undefined, one: Transaction): Transaction {
  return found === undefined || one.created_at > found.created_at ? one : found;
}

function isAwaiting(transaction: Transaction): boolean {
  return transaction.status === 'processing' && transaction.hash === null && transaction.amount !== null;
}

function isOver(transaction: Transaction, now: number): boolean {
  return transaction.expire_at !== null && Date.parse(transaction.expire_at) <= now;
}

function isExpiredQuote(transaction: Transaction, now: number): boolean {
  if (transaction.status === 'rejected') return true;
  if (transaction.status === 'canceled') return transaction.reason === 'expired';
  return isAwaiting(transaction) && isOver(transaction, now);
}
