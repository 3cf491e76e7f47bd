// The states of a refund, its value, and its bound. The merchant's wallet sends the coins; the chain decides the rest.
import { pow10 } from '../../money/decimal.ts';
import { type Rate, valueAtRate } from '../../money/rate.ts';
import type { ExpectedStatus } from './expected-transfer.ts';

export const refundStatuses = ['awaiting_address', 'ready', 'seen', 'sent', 'canceled'] as const;
export type RefundStatus = (typeof refundStatuses)[number];

export const rateKinds = ['locked', 'current'] as const;
/** `locked`: the rate of the payment. `current`: the rate at the time of the quote. */
export type RateKind = (typeof rateKinds)[number];

/** How long the crypto amount of a refund is held. */
export const refundQuoteMillis = 3_600_000;
/** How long a destination is watched after a refund was canceled, sent, or given another destination. */
export const afterwatchMillis = 7 * 24 * 3_600_000;

/** An expected transfer of a refund, and the transfer that it has now. */
export interface RefundWatch {
  readonly id: string;
  readonly status: ExpectedStatus;
  /** In smallest units; null while no transfer came. */
  readonly sentAmount: bigint | null;
}

/** The facts that decide the state of a refund. */
export interface RefundFacts {
  readonly hasAddress: boolean;
  readonly isCanceled: boolean;
  /** The watch with the transfer of this refund so far; null for none. */
  readonly watchId: string | null;
}

export interface RefundState {
  readonly status: RefundStatus;
  /** The watch with the transfer of this refund; null while none came. */
  readonly watchId: string | null;
  readonly sentAmount: bigint | null;
  /** Whether a transfer of another amount came, and the merchant has not accepted it. */
  readonly amountDiffers: boolean;
}

/**
 * Whether the merchant's wallet can still send the refund. A transfer of another amount leaves it payable, because
 * anyone can send one.
 */
export function isPayable({ status, amountDiffers }: Pick<RefundState, 'status' | 'amountDiffers'>): boolean {
  return status === 'ready' || (status === 'seen' && amountDiffers);
}

/** Whether a reorg removed the transfer. `seenAt`: when a transfer was seen, in any form; null if none ever was. */
export function isRemoved({ status, seenAt }: Pick<RefundState, 'status'> & { readonly seenAt: unknown }): boolean {
  return status === 'ready' && seenAt !== null;
}

const rank: Readonly<Record<ExpectedStatus, number>> = { awaited: 0, differs: 1, seen: 2, final: 3 };

/**
 * Returns the state that follows from the chain. `reported`: its watches, oldest first. A refund keeps its transfer,
 * unless that left the chain, or has another amount and a transfer of the right amount came. Another amount that comes
 * after the cancellation is not the refund: it may be any payment to the customer.
 */
export function refundState(facts: RefundFacts, reported: readonly RefundWatch[]): RefundState {
  const watches = facts.isCanceled ? reported.filter(({ status }) => status !== 'differs') : reported;
  const own = watches.find(({ id }) => id === facts.watchId);
  const isKept = own !== undefined && rank[own.status] >= rank.seen;
  const best = isKept ? own : bestOf(watches, own);
  if (best === undefined || best.status === 'awaited') {
    const status = facts.isCanceled ? 'canceled' : facts.hasAddress ? 'ready' : 'awaiting_address';
    return { status, watchId: null, sentAmount: null, amountDiffers: false };
  }
  return {
    status: best.status === 'final' ? 'sent' : 'seen',
    watchId: best.id,
    sentAmount: best.sentAmount,
    amountDiffers: best.status === 'differs',
  };
}

/** The watch that is nearest to a final transfer. Of two alike, the refund's own, then the older one. */
function bestOf(watches: readonly RefundWatch[], own: RefundWatch | undefined): RefundWatch | undefined {
  const nearest = watches.reduce((most, { status }) => Math.max(most, rank[status]), 0);
  const alike = watches.filter(({ status }) => rank[status] === nearest);
  return alike.find((one) => one === own) ?? alike[0];
}

export type RefundEvent = 'refund.seen' | 'refund.sent' | 'refund.reversed';

/** What the chain changed, in order. Two steps may be recorded at once after an outage. */
export function refundEvents(before: RefundState & RefundHash, after: RefundState & RefundHash): RefundEvent[] {
  const wasThere = before.status === 'seen' || before.status === 'sent';
  const isThere = after.status === 'seen' || after.status === 'sent';
  const isOther = before.hash !== after.hash || before.sentAmount !== after.sentAmount;
  const events: RefundEvent[] = [];
  if (wasThere && (!isThere || isOther || (before.status === 'sent' && after.status === 'seen')))
    events.push('refund.reversed');
  const isNewlySeen = isThere && (!wasThere || isOther || before.amountDiffers !== after.amountDiffers);
  if (isNewlySeen && !(before.status === 'sent' && after.status === 'sent' && !isOther)) events.push('refund.seen');
  if (after.status === 'sent' && (before.status !== 'sent' || isOther)) events.push('refund.sent');
  return events;
}

interface RefundHash {
  /** The hash of the chain transaction; null for none. */
  readonly hash: string | null;
}

/** The largest amount (smallest units) that is worth at most `fiat` (minor units). */
export function refundAmount(fiat: bigint, minorDecimals: number, rate: Rate, assetDecimals: number): bigint {
  return (fiat * pow10(rate.scale + assetDecimals)) / (rate.value * pow10(minorDecimals));
}

/**
 * What a sent refund gives back, in minor units. The quoted amount is worth exactly the refund's value; another amount,
 * which the merchant accepted, is worth its value at the refund's rate.
 */
export function refundedValue(
  sent: bigint,
  quote: { readonly amounts: readonly bigint[]; readonly value: bigint; readonly rate: Rate },
  decimals: { readonly asset: number; readonly minor: number },
): bigint {
  if (quote.amounts.includes(sent)) return quote.value;
  return valueAtRate(sent, decimals.asset, quote.rate, decimals.minor);
}

/** What can still be refunded: what was paid, less all refunds that are not canceled. Minor units; never negative. */
export function refundableOf(paid: bigint, open: readonly { readonly value: bigint }[]): bigint {
  const left = paid - open.reduce((sum, { value }) => sum + value, 0n);
  return left > 0n ? left : 0n;
}

/**
 * The value (minor units) of a refund that names none: what is left of the excess if more than the total was paid,
 * otherwise all that can still be refunded. A repeated request for an excess therefore never gives back the price.
 */
export function defaultValueOf(
  invoice: { readonly paid: bigint; readonly total: bigint },
  open: readonly { readonly value: bigint }[],
): bigint {
  return invoice.paid > invoice.total ? overpaidOf(invoice, open) : refundableOf(invoice.paid, open);
}

/** What was overpaid and is not refunded yet, in minor units. */
export function overpaidOf(
  invoice: { readonly paid: bigint; readonly total: bigint },
  open: readonly { readonly value: bigint }[],
): bigint {
  const over = invoice.paid - invoice.total;
  return over > 0n ? refundableOf(over, open) : 0n;
}

/** A percentage from 0 to 100, as `units` of 10^-`decimals`. */
export interface Percentage {
  readonly units: bigint;
  readonly decimals: number;
}

/** Returns the rest of a value in minor units after this percentage was subtracted, rounded down. */
export function withoutPercentage(value: bigint, { units, decimals }: Percentage): bigint {
  const whole = pow10(decimals + 2);
  return (value * (whole - units)) / whole;
}
