// What is owed: how credits, reversals, expiry and people move an invoice through its states. Fiat in minor units.

export const invoiceStatuses = ['open', 'partially_paid', 'paid', 'expired', 'canceled'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
export type InvoiceException = 'overpaid' | 'paid_late' | 'settled_manually' | 'reorged';

/** The part of an invoice that money and time move. */
export interface InvoiceState {
  readonly status: InvoiceStatus;
  readonly total: bigint;
  /** Confirmed. */
  readonly paid: bigint;
  /** Seen on a chain, not yet confirmed. */
  readonly pending: bigint;
  /** The shortfall that still counts as paid. */
  readonly tolerance: bigint;
  readonly exceptions: readonly InvoiceException[];
}

export type InvoiceEvent =
  | 'invoice.partially_paid'
  | 'invoice.paid'
  | 'invoice.expired'
  | 'invoice.canceled'
  | 'invoice.updated'
  | 'invoice.reversed';

/** The state after a move, and the event that tells of it (null where nothing that others can see has changed). */
export interface InvoiceMove {
  readonly state: InvoiceState;
  readonly event: InvoiceEvent | null;
}

/** What an attempt brought that is not confirmed; value in minor units of the invoice's currency. */
export interface UnconfirmedPart {
  readonly value: bigint;
  /** In a block. Whatever is in none can still be replaced by whoever sent it. */
  readonly isMined: boolean;
  /** The merchant's terms took it unconfirmed, for an invoice of this total, when it was seen. */
  readonly isOnTerms: boolean;
  /** It waits right now, and nothing that spends the same money was ever heard of. */
  readonly isUndisputed: boolean;
}

/** What is neither paid nor on its way: what a new quote is made for. */
export function remainingOf(invoice: InvoiceState): bigint {
  const left = invoice.total - invoice.paid - invoice.pending;
  return left > 0n ? left : 0n;
}

/** Whether a customer may start another attempt. */
export function isPayable(invoice: InvoiceState): boolean {
  return (invoice.status === 'open' || invoice.status === 'partially_paid') && remainingOf(invoice) > 0n;
}

/** Value was seen, changed or went away on a chain: `pending` moves by `delta` (negative when it went away). */
export function movePending(invoice: InvoiceState, delta: bigint): InvoiceMove {
  const pending = invoice.pending + delta;
  if (pending < 0n) throw new RangeError(`pending would be ${pending}`);
  return { state: { ...invoice, pending }, event: delta === 0n ? null : 'invoice.updated' };
}

/** A transaction succeeded and is worth `value`. Dust worth nothing changes nothing. */
export function credit(invoice: InvoiceState, value: bigint): InvoiceMove {
  if (value < 0n) throw new RangeError(`a credit of ${value}`);
  if (value === 0n) return { state: invoice, event: null };
  const paid = invoice.paid + value;
  const over = paid > invoice.total ? withException(invoice.exceptions, 'overpaid') : invoice.exceptions;
  if (invoice.status === 'paid' || invoice.status === 'canceled') {
    return { state: { ...invoice, paid, exceptions: over }, event: 'invoice.updated' };
  }
  if (!covers(invoice, paid)) {
    if (invoice.status === 'expired') return { state: { ...invoice, paid }, event: 'invoice.updated' };
    return { state: { ...invoice, paid, status: 'partially_paid' }, event: 'invoice.partially_paid' };
  }
  const exceptions = invoice.status === 'expired' ? withException(over, 'paid_late') : over;
  return { state: { ...invoice, paid, status: 'paid', exceptions }, event: 'invoice.paid' };
}

/**
 * A reorg deeper than the confirmations asked for took `value` back. The status follows what is left, but never out of
 * expired or canceled, and not out of what the merchant settled by hand.
 */
export function reverse(invoice: InvoiceState, value: bigint): InvoiceMove {
  if (value < 0n) throw new RangeError(`a reversal of ${value}`);
  const paid = invoice.paid - value;
  if (paid < 0n) throw new RangeError(`paid would be ${paid}`);
  const kept = invoice.exceptions.filter((one) => one !== 'overpaid' || paid > invoice.total);
  const state = { ...invoice, paid, exceptions: withException(kept, 'reorged') };
  const followsMoney =
    (invoice.status === 'paid' && !invoice.exceptions.includes('settled_manually')) ||
    invoice.status === 'partially_paid';
  if (!followsMoney || covers(invoice, paid)) return { state, event: 'invoice.reversed' };
  const exceptions = state.exceptions.filter((one) => one !== 'paid_late');
  return { state: { ...state, exceptions, status: paid > 0n ? 'partially_paid' : 'open' }, event: 'invoice.reversed' };
}

/** It is over on our clock and on that of every network offered. Null while something is still on its way. */
export function expire(invoice: InvoiceState): InvoiceMove | null {
  if ((invoice.status !== 'open' && invoice.status !== 'partially_paid') || invoice.pending > 0n) return null;
  return { state: { ...invoice, status: 'expired' }, event: 'invoice.expired' };
}

/** The merchant takes it back. Null once anything was seen for it. */
export function cancel(invoice: InvoiceState): InvoiceMove | null {
  if (invoice.status !== 'open' || invoice.pending > 0n || invoice.paid > 0n) return null;
  return { state: { ...invoice, status: 'canceled' }, event: 'invoice.canceled' };
}

/** The merchant accepts what came, or nothing at all, as payment. Null where there is nothing to settle. */
export function settle(invoice: InvoiceState): InvoiceMove | null {
  if (invoice.status === 'paid' || invoice.status === 'canceled') return null;
  const late = invoice.status === 'expired' ? withException(invoice.exceptions, 'paid_late') : invoice.exceptions;
  return {
    state: { ...invoice, status: 'paid', exceptions: withException(late, 'settled_manually') },
    event: 'invoice.paid',
  };
}

/**
 * Since when the merchant may let the goods go, at their own risk and before everything is confirmed; null while that
 * is not so. `before` is what it was until now. What is mined counts, and of what waits that which nothing speaks
 * against; it begins with a part that the terms take unconfirmed, so that without such terms it never does. What paid
 * the invoice in the end leaves it as it was.
 */
export function acceptedSince(
  invoice: InvoiceState,
  before: Date | null,
  parts: readonly UnconfirmedPart[],
  now: Date,
): Date | null {
  if (invoice.status === 'paid') return before;
  if (!mayBeAccepted(invoice)) return null;
  const sound = parts.filter((one) => one.isMined || (one.isOnTerms && one.isUndisputed));
  const arrived = sound.reduce((sum, one) => sum + one.value, invoice.paid);
  if (!covers(invoice, arrived)) return null;
  return before ?? (sound.some((one) => one.isOnTerms) ? now : null);
}

/** Whether it is worth asking what its unconfirmed parts are. */
export function mayBeAccepted(invoice: InvoiceState): boolean {
  const isOpen = invoice.status === 'open' || invoice.status === 'partially_paid';
  return isOpen && invoice.pending > 0n && covers(invoice, invoice.paid + invoice.pending);
}

function covers(invoice: InvoiceState, paid: bigint): boolean {
  return paid >= invoice.total - invoice.tolerance;
}

function withException(exceptions: readonly InvoiceException[], added: InvoiceException): readonly InvoiceException[] {
  return exceptions.includes(added) ? exceptions : [...exceptions, added];
}
