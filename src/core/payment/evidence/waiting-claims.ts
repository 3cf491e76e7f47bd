// Which claims of an attempt wait for the merchant when there are more than it takes: strangers may make them, too.

/** A claim of a chain transaction that is neither attached nor dismissed. */
export interface WaitingClaim {
  readonly id: string;
  /** The sender signed it. */
  readonly isProved: boolean;
  /** In smallest units of the attempt's coin, as the chain shows it; null while no block has the chain transaction. */
  readonly amount: bigint | null;
  /** It moves dust, or a token that is not accepted. */
  readonly isWorthless: boolean;
  /** The network that the caller belongs to, as a keyed hash; null where that is not known. */
  readonly visitor: number | null;
  readonly createdAt: Date;
}

/** How many claims of an attempt wait at most. */
export const mostWaitingClaims = 10;

/**
 * The waiting claim that gives way to `added`, or null where `added` is refused. The claim with the least evidence
 * gives way, the oldest of several. Among claims with equal evidence, one of the visitor with the most claims gives
 * way, so that one visitor cannot use up the places of others. `quoted`: the amount of the attempt, null where it has
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
 * 3: the sender signed. 2: nine tenths of the quote or more. 1: another amount, or not in a block yet. 0: less than a
 * hundredth of the quote, dust, or a token that is not accepted.
 */
function evidenceRank({ isProved, amount, isWorthless }: WaitingClaim, quoted: bigint | null): number {
  if (isProved) return 3;
  if (isWorthless) return 0;
  if (amount === null || quoted === null) return 1;
  if (amount * 10n >= quoted * 9n) return 2;
  return amount > 0n && amount * 100n < quoted ? 0 : 1;
}
