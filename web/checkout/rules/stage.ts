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
  /** A payment of this attempt is known by its hash, and no network has shown it as the attempt's yet. */
  | { readonly kind: 'sent'; readonly transaction: Transaction; readonly sent: SentPayment }
  /** One attempt waits for its money. */
  | { readonly kind: 'awaiting'; readonly transaction: Transaction }
  /** Money was seen and gathers confirmations; `due` is what will still be owed after it. */
  | { readonly kind: 'confirming'; readonly inFlight: readonly Transaction[]; readonly due: string }
  /** The last payment came to nothing: it failed, was spent elsewhere, or was taken back by the network. */
  | { readonly kind: 'failed'; readonly transaction: Transaction }
  /** A part is confirmed, and nothing else is under way. */
  | { readonly kind: 'partly_paid'; readonly due: string }
  /** The customer picks how to pay; `expiredQuote` is the last attempt, where its price ran out. */
  | { readonly kind: 'choosing'; readonly expiredQuote: Transaction | null };

/** What is known of a payment that the customer says, or this browser's wallet, has been sent. */
export interface SentPayment {
  readonly hash: string;
  /** It has come, and the merchant decides whose it is. */
  readonly waits?: boolean | undefined;
  readonly explorerUrl?: string | null | undefined;
}

/**
 * `now` is the server's time in milliseconds. A quote that has run out on that clock is no longer shown as payable,
 * even where the service has not closed it yet: its price no longer holds. `sentHash` answers what a wallet of this
 * browser sent for an attempt.
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
  // Those that money was seen for come first in the list, whenever they were made.
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

/** Whether nothing has happened yet, so that there is nothing to see but the ways to pay. */
export function isFresh(stage: Stage, { transactions, waiting = [], claims = [] }: Snapshot): boolean {
  if (stage.kind !== 'choosing' || stage.expiredQuote !== null) return false;
  return waiting.length + claims.length === 0 && transactions.every(({ hash }) => hash === null);
}

/** Whether the customer may leave what a stage shows, and choose how to pay. */
export function mayChoose(stage: Stage): boolean {
  return (
    stage.kind === 'failed' ||
    stage.kind === 'partly_paid' ||
    stage.kind === 'choosing' ||
    (stage.kind === 'confirming' && !isZero(stage.due))
  );
}

/** Attempts worth listing: those that money was seen for, newest first. */
export function installments(transactions: readonly Transaction[]): readonly Transaction[] {
  return transactions.filter((one) => one.hash !== null);
}

/** A claim that the service has counts before what this browser remembers. */
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

/** Whether its coin or network is no longer configured: nothing that is sent now would be seen. */
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
