// What is to be done with what came, by evidence alone: is it held, whatever speaks for anybody, or whose is it?
import type { HeldReason } from '../transfer.ts';
import { type Candidate, type Incoming, type Match, matchFailure, matchTransfer, promisesOf } from './matching.ts';

/**
 * `asset_stopped`: nobody can say right now what its units are worth; `address_blocked`: by the issuer of the asset;
 * `out_of_range`: no book holds the value; `undecided`: deciding about it failed.
 */
export type HoldReason = HeldReason | 'asset_stopped' | 'address_blocked' | 'out_of_range' | 'undecided';

export interface HoldFacts {
  /** Why the reader of the chain holds it: what an endpoint cannot prove, or what no call sent. */
  readonly held: HeldReason | null;
  /** The asset's contract contradicts the pinned decimals. (What a token moved before it was paused, it did move.) */
  readonly hasOtherDecimals: boolean;
  /** Some issuers let a blocked address receive and never send: what came is of no use to the merchant. */
  readonly isBlocked: boolean;
  /** In smallest units. */
  readonly amount: bigint;
}

/** One transfer of a group: what one sender moved of one asset to one address in one chain transaction. */
export interface Part {
  /** Its own amount, not the group's. */
  readonly incoming: Incoming;
  /** All that it may belong to, newest first. */
  readonly candidates: readonly Candidate[];
  /** False where the chain refused it, so that nothing moved. */
  readonly succeeded: boolean;
  readonly hold: HoldFacts;
}

/** What outweighs every rule. */
export interface Override {
  /** Deciding about it failed before: why it waits. Null where the rules say. */
  readonly hold: HoldReason | null;
  /** What the merchant says that it pays, holds or not; null where nobody says so. */
  readonly assigned: { readonly basis: string; readonly invoiceId: string } | null;
  /** The verdict that the sandbox names for a payment it made up; absent or null for real ones. */
  readonly played?: Verdict | null;
}

export type Verdict =
  | Match
  /** `meant`: the attempt that it was to pay, where that is known. */
  | { readonly kind: 'failed'; readonly meant: string | null }
  | { readonly kind: 'hold'; readonly reason: HoldReason };

/** Parts that have one verdict together. */
export interface Judgment<One extends Part> {
  readonly parts: readonly [One, ...One[]];
  readonly verdict: Verdict;
}

/**
 * The verdicts on all parts, in the order in which they are carried out. A part of exactly a quote's amount is decided
 * by itself: a batch may pay several customers' quotes. The other parts are one payment, taken by one transaction or
 * by none.
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

/** As if nothing else had come with it. */
function judgeAlone(part: Part, { hold, assigned, played = null }: Override): Verdict {
  const { incoming, candidates } = part;
  if (hold === null && played !== null) return played;
  if (!part.succeeded) return { kind: 'failed', meant: matchFailure(incoming, candidates) };
  if (hold !== null) return { kind: 'hold', reason: hold };
  if (assigned !== null) return { kind: 'late', ...assigned, by: 'merchant' };
  const reason = holdReason(part.hold);
  return reason === null ? matchTransfer(incoming, candidates) : { kind: 'hold', reason };
}

/** A part whose amount a customer was shown is decided by itself, and not added to the others. */
function isPromised({ incoming, candidates }: Part): boolean {
  return promisesOf(incoming, candidates).length > 0;
}

/** The largest amount (smallest units) that the books take. */
const mostAmount = 10n ** 77n;

const holds: readonly [(facts: HoldFacts) => boolean, (facts: HoldFacts) => HoldReason][] = [
  [({ held }) => held !== null, ({ held }) => held as HoldReason],
  [({ hasOtherDecimals }) => hasOtherDecimals, () => 'asset_stopped'],
  [({ isBlocked }) => isBlocked, () => 'address_blocked'],
  [({ amount }) => amount >= mostAmount, () => 'out_of_range'],
];

/** The first reason to hold it; null for all the usual ones. */
function holdReason(facts: HoldFacts): HoldReason | null {
  return holds.find(([applies]) => applies(facts))?.[1](facts) ?? null;
}
