// What must wait for the merchant, whatever speaks for a transaction.
import type { HeldReason } from '../transfer.ts';

/** `asset_stopped`: nobody can say right now what its units are worth; `address_blocked`: by the issuer of the asset; `out_of_range`: no book holds the value; `undecided`: deciding about it failed. */
export type HoldReason = HeldReason | 'asset_stopped' | 'address_blocked' | 'out_of_range' | 'undecided';

export interface HoldFacts {
  /** Why the reader of the chain holds it: what an endpoint cannot prove, or what no call sent. */
  readonly held: HeldReason | null;
  /** The asset's contract contradicts the decimals that are pinned. (What a token moved before it was paused, it did move.) */
  readonly hasOtherDecimals: boolean;
  /** Some issuers let a blocked address receive and never send: what came is of no use to the merchant. */
  readonly isBlocked: boolean;
  /** In smallest units. */
  readonly amount: bigint;
}

/** The largest amount (smallest units) and the largest value (minor units) that the books take. */
export const mostAmount = 10n ** 77n;
export const mostValue = 10n ** 39n;

const rules: readonly [(facts: HoldFacts) => boolean, (facts: HoldFacts) => HoldReason][] = [
  [({ held }) => held !== null, ({ held }) => held as HeldReason],
  [({ hasOtherDecimals }) => hasOtherDecimals, () => 'asset_stopped'],
  [({ isBlocked }) => isBlocked, () => 'address_blocked'],
  [({ amount }) => amount >= mostAmount, () => 'out_of_range'],
];

/** The first reason to hold it; null for all the usual ones. */
export function holdReason(facts: HoldFacts): HoldReason | null {
  return rules.find(([applies]) => applies(facts))?.[1](facts) ?? null;
}
