// When the claim of a chain transaction's hash decides between customers who were shown the same amount.

/** A customer's word that a chain transaction pays an attempt. */
export interface ClaimedBy {
  readonly transactionId: string;
  readonly createdAt: Date;
}

/** Hashes are public, so others have this long after the first claim to claim the same payment, in milliseconds. */
export const claimContestMillis = 600_000;

/**
 * The attempt whose claim decides, or null: while the time for other claims runs, and where another attempt claimed the
 * same chain transaction within it. `claims`: all of one chain transaction.
 */
export function claimedAlone(claims: readonly ClaimedBy[], now: Date): string | null {
  const [first, ...later] = claims.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  if (first === undefined) return null;
  const ends = first.createdAt.getTime() + claimContestMillis;
  if (now.getTime() < ends) return null;
  const isContested = later.some((one) => one.transactionId !== first.transactionId && one.createdAt.getTime() <= ends);
  return isContested ? null : first.transactionId;
}
