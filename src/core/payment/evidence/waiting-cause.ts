// Decides why a payment waits for the merchant, which invoices to suggest for it, and which sums are dust.
import { parseUnits } from '../../money/decimal.ts';
import { type Rate, valueAtRate } from '../../money/rate.ts';
import type { Speaks, UnmatchedReason } from './matching.ts';

/** Values are compared with this many decimals, so that dust also exists in currencies without minor units. */
const decimals = 12;

/**
 * Whether `amount` (smallest units) is worth less than `below`, a decimal in the rate's currency. False if no rate is
 * known.
 */
export function isWorthLess(amount: bigint, assetDecimals: number, rate: Rate | null, below: string): boolean {
  const least = parseUnits(below, decimals);
  if (rate === null || typeof least !== 'bigint') return false;
  return valueAtRate(amount, assetDecimals, rate, decimals) < least;
}

/** An attempt at the address of a payment that may be suggested for it. */
export interface Suggestion {
  readonly id: string;
  /** Whether it is in the coin of the payment. */
  readonly isSameAsset: boolean;
  /** Whether it awaits a payment. Otherwise it ended within the last 7 days, or a payment was seen for it. */
  readonly isOpen: boolean;
  /** `paid`: nothing remains to be paid. */
  readonly invoice: 'due' | 'paid' | 'canceled';
  readonly speaks: readonly Speaks[];
}

export interface WaitingCause {
  readonly reason: Extract<UnmatchedReason, 'unknown' | 'wrong_asset' | 'invoice_canceled'>;
  /** Ids for the merchant to choose from, most likely first. */
  readonly suggested: readonly string[];
}

/** The most attempts that are suggested. */
export const mostSuggested = 10;

/** Kinds of attempts to suggest, most likely first, each with the reason to report if it is the best one. */
const kinds: readonly [is: (one: Suggestion) => boolean, reason: (one: Suggestion) => WaitingCause['reason']][] = [
  [(one) => one.invoice === 'due' && one.isSameAsset && one.isOpen, () => 'unknown'],
  [(one) => one.invoice === 'due' && one.isSameAsset, () => 'unknown'],
  [(one) => one.invoice === 'due' && one.isOpen, ({ speaks }) => (speaks.length > 0 ? 'wrong_asset' : 'unknown')],
  [(one) => one.invoice === 'due', ({ speaks }) => (speaks.length > 0 ? 'wrong_asset' : 'unknown')],
  // A paid or canceled invoice is suggested only with evidence, and only for the coin that it asked for.
  [(one) => one.isSameAsset && one.speaks.length > 0 && one.invoice === 'paid', () => 'unknown'],
  [(one) => one.isSameAsset && one.speaks.length > 0, () => 'invoice_canceled'],
];

/** Weakest first. */
const strength: readonly Speaks[] = ['near_amount', 'sender', 'address', 'amount', 'signature'];

/**
 * The reason why no rule gave a payment to an attempt, taken from the most likely attempt. `attempts`: all at the
 * address, newest first. Within a kind, attempts with more evidence come first.
 */
export function whyItWaits(attempts: readonly Suggestion[]): WaitingCause {
  const ranked = kinds.map(() => [] as Suggestion[]);
  for (const one of attempts) ranked[kinds.findIndex(([is]) => is(one))]?.push(one);
  const reason = ranked.flatMap((some, at) =>
    byEvidence(some)
      .slice(0, 1)
      .map((one) => kinds[at]?.[1](one)),
  );
  const suggested = ranked.flatMap(byEvidence).slice(0, mostSuggested);
  return { reason: reason[0] ?? 'unknown', suggested: suggested.map(({ id }) => id) };
}

function byEvidence(some: readonly Suggestion[]): Suggestion[] {
  return some.toSorted((one, other) => weightOf(other.speaks) - weightOf(one.speaks));
}

function weightOf(speaks: readonly Speaks[]): number {
  return speaks.reduce((sum, one) => sum + 2 ** strength.indexOf(one), 0);
}
