// The stage of a payment, derived only from the API's objects. Every screen follows from it.
import { isZero, stillDue } from './figures.ts';
import type { Snapshot, Transaction } from './payment-objects.ts';

export type Stage =
  /** The whole total is confirmed. */
  | { readonly kind: 'paid' }
  /** The deadline has passed; `inFlight` are the payments that were seen but are not confirmed yet. */
  | { readonly kind: 'expired'; readonly inFlight: readonly Transaction[] }
  | { readonly kind: 'canceled' }
  /** The merchant accepted the payments before they are confirmed; the customer need not wait. */
  | { readonly kind: 'accepted'; readonly inFlight: readonly Transaction[] }
  /** A payment for this attempt has a known hash, but no network has shown it for this attempt yet. */
  | { readonly kind: 'sent'; readonly transaction: Transaction; readonly sent: SentPayment }
  /** One attempt waits for its payment. */
  | { readonly kind: 'awaiting'; readonly transaction: Transaction }
  /** A payment was seen and is confirming; `due` is the rest that is still to pay. */
  | { readonly kind: 'confirming'; readonly inFlight: readonly Transaction[]; readonly due: string }
  /** The last payment failed, was double-spent, or was reorged out of the chain. */
  | { readonly kind: 'failed'; readonly transaction: Transaction }
  /** A part is confirmed, and no other payment is under way. */
  | { readonly kind: 'partly_paid'; readonly due: string }
  /** The customer chooses how to pay; `expiredQuote` is the last attempt, if its price expired. */
  | { readonly kind: 'choosing'; readonly expiredQuote: Transaction | null };

/** A payment that the customer or this browser's wallet reported as sent. */
export interface SentPayment {
  readonly hash: string;
  /** It arrived and waits for the merchant's decision. */
  readonly waits?: boolean | undefined;
  readonly explorerUrl?: string | null | undefined;
}

/**
 * `now` is the server's time in milliseconds. A quote that has expired by that clock is no longer payable, even if the
 * service has not closed it yet. `sentHash` returns the hash that a wallet of this browser returned for an attempt.
 */
export function stageOf(snapshot: Snapshot, now: number, sentHash: (id: string) => string | null = () => null): Stage {
  const { invoice, transactions } = snapshot;
  const inFlight = transactions.filter((one) => one.status === 'processing' && one.hash !== null);
  if (invoice.status === 'paid') return { kind: 'paid' };
  if (invoice.status === 'canceled') return { kind: 'canceled' };
  if (invoice.status === 'expired') return { kind: 'expired', inFlight };
  if (invoice.accepted_at) return { kind: 'accepted', inFlight };

  const open = transactions.filter((one) => isAwaiting(one) && !isOver(one, now));
  const awaiting = open.find((one) => !isGone(one)) ?? open[0];
  // Attempts with a seen payment come first in the list, whatever their age.
  const last = transactions.reduce<Transaction | undefined>(newer, undefined);
  const asked = awaiting ?? (last !== undefined && isExpiredQuote(last, now) ? last : undefined);
  const sent = asked === undefined ? null : sentFor(snapshot, asked, sentHash);
  if (asked !== undefined && sent !== null) return { kind: 'sent', transaction: asked, sent };
  if (awaiting !== undefined && !isGone(awaiting)) return { kind: 'awaiting', transaction: awaiting };
  if (inFlight.length > 0) return { kind: 'confirming', inFlight, due: stillDue(invoice) };
  if (last?.status === 'rejected') return { kind: 'failed', transaction: last };
  if (invoice.status === 'partially_paid') return { kind: 'partly_paid', due: stillDue(invoice) };
  return { kind: 'choosing', expiredQuote: asked === undefined || isGone(asked) ? null : asked };
}

/** Whether nothing has happened yet, so that the page only shows the ways to pay. */
export function isFresh(stage: Stage, { transactions, waiting = [], claims = [] }: Snapshot): boolean {
  if (stage.kind !== 'choosing' || stage.expiredQuote !== null) return false;
  return waiting.length + claims.length + transactions.length === 0;
}

/** Whether the customer may leave the current screen and choose another way to pay. */
export function mayChoose(stage: Stage): boolean {
  return (
    stage.kind === 'failed' ||
    stage.kind === 'partly_paid' ||
    stage.kind === 'choosing' ||
    (stage.kind === 'confirming' && !isZero(stage.due))
  );
}

/** The attempts with a seen payment, newest first. */
export function installments(transactions: readonly Transaction[]): readonly Transaction[] {
  return transactions.filter((one) => one.hash !== null);
}

/** A claim that the service has overrides this browser's memory. */
function sentFor(
  { claims = [] }: Snapshot,
  transaction: Transaction,
  sentHash: (id: string) => string | null,
): SentPayment | null {
  const claim = claims.find((one) => one.transaction_id === transaction.id);
  if (claim !== undefined) return { hash: claim.hash, waits: claim.seen, explorerUrl: claim.explorer_url };
  const hash = transaction.hash === null ? sentHash(transaction.id) : null;
  return hash === null ? null : { hash };
}

function newer(found: Transaction | undefined, one: Transaction): Transaction {
  return found === undefined || one.created_at > found.created_at ? one : found;
}

function isAwaiting(transaction: Transaction): boolean {
  return transaction.status === 'processing' && transaction.hash === null && transaction.amount !== null;
}

/** Whether its coin or network is no longer configured: a payment sent now would not be seen. */
function isGone({ payment_uri, to }: Transaction): boolean {
  return payment_uri === null && to !== '';
}

function isOver(transaction: Transaction, now: number): boolean {
  return transaction.expire_at !== null && Date.parse(transaction.expire_at) <= now;
}

function isExpiredQuote(transaction: Transaction, now: number): boolean {
  if (transaction.status === 'canceled') return transaction.reason === 'expired';
  return isAwaiting(transaction) && isOver(transaction, now);
}
