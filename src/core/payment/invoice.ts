// The states of an invoice, and how credits, reversals, expiry and people change them. Fiat in minor units.

export const invoiceStatuses = ['open', 'partially_paid', 'paid', 'expired', 'canceled'] as const;
export type InvoiceStatus = (typeof invoiceStatuses)[number];
export type InvoiceException =
  | 'overpaid'
  | 'paid_late'
  | 'settled_manually'
  | 'reorged'
  | 'refunded'
  | 'partially_refunded';

/** The part of an invoice that money and time change. */
export interface InvoiceState {
  readonly status: InvoiceStatus;
  readonly total: bigint;
  /** Confirmed. */
  readonly paid: bigint;
  /** Seen on a chain, not yet confirmed. */
  readonly pending: bigint;
  /** The sum of all refunds that were sent. It can exceed `paid` after a reorg. */
  readonly refunded: bigint;
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
  | 'invoice.reversed'
  | 'invoice.refunded';

/** The state after a move, and its event (null if the move changed nothing visible). */
export interface InvoiceMove {
  readonly state: InvoiceState;
  readonly event: InvoiceEvent | null;
}

/** The unconfirmed value that an attempt brought, in minor units of the invoice's currency. */
export interface UnconfirmedPart {
  readonly value: bigint;
  /** Whether it is in a block. Otherwise its sender can still replace it. */
  readonly isMined: boolean;
  /** Whether the merchant's terms accepted it unconfirmed when it was seen, for an invoice of this total. */
  readonly isOnTerms: boolean;
  /** Whether it is in the mempool right now and no conflicting transaction was ever seen. */
  readonly isUndisputed: boolean;
}

/** The total less paid and pending. New quotes are made for this remainder. */
export function remainingOf(invoice: InvoiceState): bigint {
  const left = invoice.total - invoice.paid - invoice.pending;
  return left > 0n ? left : 0n;
}

/** Whether a customer may start another attempt. */
export function isPayable(invoice: InvoiceState): boolean {
  return (invoice.status === 'open' || invoice.status === 'partially_paid') && remainingOf(invoice) > 0n;
}

/**
 * Changes `pending` by `delta`, after value was seen, changed or disappeared on a chain (negative if it disappeared).
 */
export function movePending(invoice: InvoiceState, delta: bigint): InvoiceMove {
  const pending = invoice.pending + delta;
  if (pending < 0n) throw new RangeError(`pending would be ${pending}`);
  return { state: { ...invoice, pending }, event: delta === 0n ? null : 'invoice.updated' };
}

/** Credits a successful transaction worth `value`. A value of zero changes nothing. */
export function credit(invoice: InvoiceState, value: bigint): InvoiceMove {
  if (value < 0n) throw new RangeError(`a credit of ${value}`);
  if (value === 0n) return { state: invoice, event: null };
  const paid = invoice.paid + value;
  const kept = refundExceptions({ ...invoice, paid });
  const over = paid > invoice.total ? withException(kept, 'overpaid') : kept;
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
 * Takes back a credited `value` after a deep reorg. The status follows the remaining money, except for expired or
 * canceled invoices and for invoices that the merchant settled manually.
 */
export function reverse(invoice: InvoiceState, value: bigint): InvoiceMove {
  if (value < 0n) throw new RangeError(`a reversal of ${value}`);
  const paid = invoice.paid - value;
  if (paid < 0n) throw new RangeError(`paid would be ${paid}`);
  const kept = refundExceptions({ ...invoice, paid }).filter((one) => one !== 'overpaid' || paid > invoice.total);
  const state = { ...invoice, paid, exceptions: withException(kept, 'reorged') };
  const followsMoney =
    (invoice.status === 'paid' && !invoice.exceptions.includes('settled_manually')) ||
    invoice.status === 'partially_paid';
  if (!followsMoney || covers(invoice, paid)) return { state, event: 'invoice.reversed' };
  const exceptions = state.exceptions.filter((one) => one !== 'paid_late');
  return { state: { ...state, exceptions, status: paid > 0n ? 'partially_paid' : 'open' }, event: 'invoice.reversed' };
}

/**
 * Expires an invoice whose deadline passed on our clock and on the clocks of all its networks. Null if a payment is
 * pending.
 */
export function expire(invoice: InvoiceState): InvoiceMove | null {
  if ((invoice.status !== 'open' && invoice.status !== 'partially_paid') || invoice.pending > 0n) return null;
  return { state: { ...invoice, status: 'expired' }, event: 'invoice.expired' };
}

/** Cancels the invoice for the merchant. Null once any payment was seen for it. */
export function cancel(invoice: InvoiceState): InvoiceMove | null {
  if (invoice.status !== 'open' || invoice.pending > 0n || invoice.paid > 0n) return null;
  return { state: { ...invoice, status: 'canceled' }, event: 'invoice.canceled' };
}

/**
 * Accepts the payments so far, or none at all, as full payment for the merchant. Null if there is nothing to settle.
 */
export function settle(invoice: InvoiceState): InvoiceMove | null {
  if (invoice.status === 'paid' || invoice.status === 'canceled') return null;
  const late = invoice.status === 'expired' ? withException(invoice.exceptions, 'paid_late') : invoice.exceptions;
  return {
    state: { ...invoice, status: 'paid', exceptions: withException(late, 'settled_manually') },
    event: 'invoice.paid',
  };
}

/** Sets the sum of all refunds that were sent. The status stays. */
export function refund(invoice: InvoiceState, refunded: bigint): InvoiceMove {
  const state = { ...invoice, refunded };
  const event = refunded > invoice.refunded ? 'invoice.refunded' : 'invoice.updated';
  return { state: { ...state, exceptions: refundExceptions(state) }, event };
}

/** The part of `paid` that was given back. A reorg of the payment can leave less paid than was refunded. */
export function refundedOf({ paid, refunded }: Pick<InvoiceState, 'paid' | 'refunded'>): bigint {
  return refunded < paid ? refunded : paid;
}

/**
 * The time since when the merchant may release the goods at their own risk, before everything is confirmed; null if
 * they may not. `before` is the previous result. Mined parts count, and unconfirmed parts that the terms accept and
 * nothing contradicts. It begins only with a part that the terms accept unconfirmed. A paid invoice keeps its last
 * value.
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

/** Whether its unconfirmed parts could make the invoice accepted. */
export function mayBeAccepted(invoice: InvoiceState): boolean {
  const isOpen = invoice.status === 'open' || invoice.status === 'partially_paid';
  return isOpen && invoice.pending > 0n && covers(invoice, invoice.paid + invoice.pending);
}

/** Whether `paid` is enough for the invoice. */
export function covers(invoice: Pick<InvoiceState, 'total' | 'tolerance'>, paid: bigint): boolean {
  return paid >= invoice.total - invoice.tolerance;
}

/** The exceptions, with `refunded` or `partially_refunded` if money was given back. */
function refundExceptions(
  invoice: Pick<InvoiceState, 'paid' | 'refunded' | 'exceptions'>,
): readonly InvoiceException[] {
  const given = refundedOf(invoice);
  const others = invoice.exceptions.filter((one) => one !== 'refunded' && one !== 'partially_refunded');
  if (given === 0n) return others;
  return [...others, given === invoice.paid ? 'refunded' : 'partially_refunded'];
}

function withException(exceptions: readonly InvoiceException[], added: InvoiceException): readonly InvoiceException[] {
  return exceptions.includes(added) ? exceptions : [...exceptions, added];
}
