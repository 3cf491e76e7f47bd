// Judges received transfers by evidence alone: whether one is held in any case, and otherwise which invoice it pays.
import type { HeldReason } from '../transfer.ts';
import { type Candidate, type Incoming, type Match, matchFailure, matchTransfer, promisesOf } from './matching.ts';

/**
 * `asset_stopped`: the value of its units is unknown at the moment; `address_blocked`: by the issuer of the asset;
 * `out_of_range`: the value is too large for the books; `undecided`: the decision failed.
 */
export type HoldReason = HeldReason | 'asset_stopped' | 'address_blocked' | 'out_of_range' | 'undecided';

export interface HoldFacts {
  /** Why the chain reader holds it: an endpoint cannot prove it, or no call sent it. */
  readonly held: HeldReason | null;
  /** The asset's contract contradicts the pinned decimals. A transfer made before a token was paused still counts. */
  readonly hasOtherDecimals: boolean;
  /** Some issuers let a blocked address receive but never send, so the payment is of no use to the merchant. */
  readonly isBlocked: boolean;
  /** In smallest units. */
  readonly amount: bigint;
}

/** One transfer of a group. A group has one sender, one asset, one recipient and one chain transaction. */
export interface Part {
  /** With the transfer's own amount, not the group's. */
  readonly incoming: Incoming;
  /** All transactions that it may belong to, newest first. */
  readonly candidates: readonly Candidate[];
  /** False if the chain transaction failed, so that nothing moved. */
  readonly succeeded: boolean;
  readonly hold: HoldFacts;
}

/** Decisions that override every rule. */
export interface Override {
  /** Why it waits, if an earlier decision failed; null if the rules decide. */
  readonly hold: HoldReason | null;
  /** The merchant's assignment, which applies even if the payment is held; null for none. */
  readonly assigned: { readonly basis: string; readonly invoiceId: string } | null;
  /** The verdict that the sandbox sets for a simulated payment; absent or null for real ones. */
  readonly played?: Verdict | null;
}

export type Verdict =
  | Match
  /** `meant`: the attempt that it was meant to pay, if known. */
  | { readonly kind: 'failed'; readonly meant: string | null }
  | { readonly kind: 'hold'; readonly reason: HoldReason };

/** Parts that share one verdict. */
export interface Judgment<One extends Part> {
  readonly parts: readonly [One, ...One[]];
  readonly verdict: Verdict;
}

/**
 * The verdicts on all parts, in the order in which they are carried out. A part with exactly a quote's amount is
 * decided separately, since a batch may pay several customers' quotes. The other parts are one payment, which belongs
 * to one transaction or to none.
 */
export function judge<One extends Part>(group: readonly One[], override: Override): Judgment<One>[] {
  const judgments: Judgment<One>[] = [];
  const rest: { readonly part: One; readonly match: Match }[] = [];
  for (const part of group) {
    const verdict = judgeAlone(part, override);
    const isApart = group.length > 1 && override.assigned === null && isPromised(part);
    const isLeft = verdict.kind !== 'failed' && verdict.kind !== 'hold' && !isApart;
    if (isLeft) rest.push({ part, match: verdict });
    else judgments.push({ parts: [part], verdict });
  }
  const [first, ...more] = rest;
  if (first === undefined) return judgments;
  const { incoming, candidates } = first.part;
  const amount = rest.reduce((sum, { part }) => sum + part.incoming.amount, 0n);
  const isOne = more.length === 0 || override.assigned !== null;
  const verdict = isOne ? first.match : matchTransfer({ ...incoming, amount }, candidates);
  return [...judgments, { parts: [first.part, ...more.map(({ part }) => part)], verdict }];
}

/** The verdict on a part as if it had come alone. */
function judgeAlone(part: Part, { hold, assigned, played = null }: Override): Verdict {
  const { incoming, candidates } = part;
  if (hold === null && played !== null) return played;
  if (!part.succeeded) return { kind: 'failed', meant: matchFailure(incoming, candidates) };
  if (hold !== null) return { kind: 'hold', reason: hold };
  if (assigned !== null) return { kind: 'late', ...assigned, by: 'merchant' };
  const reason = holdReason(part.hold);
  return reason === null ? matchTransfer(incoming, candidates) : { kind: 'hold', reason };
}

/** Whether the part has exactly an amount that a customer was shown. Such a part is decided separately. */
function isPromised({ incoming, candidates }: Part): boolean {
  return promisesOf(incoming, candidates).length > 0;
}

/** The largest amount (smallest units) that the books can hold. */
const mostAmount = 10n ** 77n;

const holds: readonly [(facts: HoldFacts) => boolean, (facts: HoldFacts) => HoldReason][] = [
  [({ held }) => held !== null, ({ held }) => held as HoldReason],
  [({ hasOtherDecimals }) => hasOtherDecimals, () => 'asset_stopped'],
  [({ isBlocked }) => isBlocked, () => 'address_blocked'],
  [({ amount }) => amount >= mostAmount, () => 'out_of_range'],
];

/** The first reason to hold it; null for none. */
function holdReason(facts: HoldFacts): HoldReason | null {
  return holds.find(([applies]) => applies(facts))?.[1](facts) ?? null;
}
