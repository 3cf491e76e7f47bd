// Decides when a claim of a chain transaction's hash settles between customers with the same quoted amount.

/** A customer's statement that a chain transaction pays their attempt. */
export interface ClaimedBy {
  readonly transactionId: string;
  readonly createdAt: Date;
}

/**
 * Hashes are public, so other customers have this long after the first claim to claim the same payment. Milliseconds.
 */
export const claimContestMillis = 600_000;

/**
 * The attempt with the deciding claim. Null while others may still claim, and if another attempt claimed the same chain
 * transaction in that time. `claims`: all claims of one chain transaction.
 */
export function claimedAlone(claims: readonly ClaimedBy[], now: Date): string | null {
  const [first, ...later] = claims.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  if (first === undefined) return null;
  const ends = first.createdAt.getTime() + claimContestMillis;
  if (now.getTime() < ends) return null;
  const isContested = later.some((one) => one.transactionId !== first.transactionId && one.createdAt.getTime() <= ends);
  return isContested ? null : first.transactionId;
}
