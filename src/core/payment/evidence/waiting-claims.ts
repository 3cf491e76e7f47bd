// Decides which claims of an attempt wait for the merchant if there are too many. Anyone can make claims.

/** A claim of a chain transaction that is neither attached nor dismissed. */
export interface WaitingClaim {
  readonly id: string;
  /** The sender signed it. */
  readonly isProved: boolean;
  /**
   * In smallest units of the attempt's coin, as the chain shows it; null if the chain transaction is in no block yet.
   */
  readonly amount: bigint | null;
  /** It transfers dust, or a token that is not accepted. */
  readonly isWorthless: boolean;
  /** The caller's network as a keyed hash; null if unknown. */
  readonly visitor: number | null;
  readonly createdAt: Date;
}

/** The most claims of an attempt that wait at once. */
export const mostWaitingClaims = 10;

/**
 * The waiting claim to drop in favor of `added`, or null if `added` is refused. The claim with the least evidence is
 * dropped, the oldest of several. Among claims with equal evidence, one from the visitor with the most claims is
 * dropped, so that one visitor cannot take the places of others. `quoted`: the amount of the attempt; null if it has
 * none.
 */
export function claimThatGivesWay(
  waiting: readonly WaitingClaim[],
  added: WaitingClaim,
  quoted: bigint | null,
): string | null {
  const ranked = waiting
    .map((claim) => ({ claim, rank: evidenceRank(claim, quoted) }))
    .sort((one, other) => one.rank - other.rank || one.claim.createdAt.getTime() - other.claim.createdAt.getTime());
  const [weakest] = ranked;
  const rank = evidenceRank(added, quoted);
  if (weakest === undefined || weakest.rank > rank) return null;
  if (weakest.rank < rank) return weakest.claim.id;
  const equal = ranked.filter((one) => one.rank === rank).map(({ claim }) => claim);
  const countOf = ({ visitor }: WaitingClaim) => waiting.filter((one) => one.visitor === visitor).length;
  const most = Math.max(...equal.map(countOf));
  return most > countOf(added) + 1 ? (equal.find((one) => countOf(one) === most)?.id ?? null) : null;
}

/**
 * 3: signed by the sender. 2: nine tenths of the quote or more. 1: another amount, or not in a block yet. 0: less than
 * a hundredth of the quote, dust, or a token that is not accepted.
 */
function evidenceRank({ isProved, amount, isWorthless }: WaitingClaim, quoted: bigint | null): number {
  if (isProved) return 3;
  if (isWorthless) return 0;
  if (amount === null || quoted === null) return 1;
  if (amount * 10n >= quoted * 9n) return 2;
  return amount > 0n && amount * 100n < quoted ? 0 : 1;
}
