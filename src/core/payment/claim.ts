// Whose a payment is when the chain alone leaves it open, and customers have named the chain transaction.
import { type Candidate, type Incoming, takes } from './matching.ts';

export interface ClaimedTransfer extends Incoming {
  /** The time of its block, in Unix seconds. */
  readonly minedAtSeconds: number;
}

export interface ClaimCandidate extends Candidate {
  readonly createdAtSeconds: number;
}

/** How far the clock of a chain may lag behind ours. */
const clockMarginSeconds = 60;

/**
 * Whose a transfer is that waits, when customers have named it: the one claimant that is open, not younger than the
 * transfer, and has its amount or its sender; null where there is none, where another invoice's customer claims it as
 * well, or where more speaks for a candidate that does not.
 */
export function matchClaim(
  incoming: ClaimedTransfer,
  candidates: readonly ClaimCandidate[],
  claimants: readonly string[],
): string | null {
  const open = candidates.filter((one) => speaksFor(one, incoming) > 0);
  const claiming = open.filter((one) => claimants.includes(one.id));
  const [first] = claiming;
  if (first === undefined || claiming.some((one) => one.invoiceId !== first.invoiceId)) return null;
  const best = claiming.reduce((a, b) => (speaksFor(b, incoming) > speaksFor(a, incoming) ? b : a));
  const isOutdone = open.some(
    (one) => one.invoiceId !== best.invoiceId && speaksFor(one, incoming) > speaksFor(best, incoming),
  );
  return isOutdone ? null : best.id;
}

/** How much speaks for it: amount, sender, both, or (0) nothing that would do. */
function speaksFor(candidate: ClaimCandidate, incoming: ClaimedTransfer): number {
  if (candidate.assetId !== incoming.assetId || !takes(candidate, incoming)) return 0;
  if (incoming.minedAtSeconds < candidate.createdAtSeconds - clockMarginSeconds) return 0;
  return [candidate.amount === incoming.amount, candidate.sender === incoming.sender].filter((one) => one).length;
}
