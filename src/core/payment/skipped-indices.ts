// Computes how many addresses of an extended public key to skip after an older database is restored.

/** More than most shops use in a day, and cheap to watch. */
const leastSkipped = 1_000;
const mostSkipped = 200_000;

/**
 * How many child addresses to skip. Addresses shown after the backup are not in it, and none may be shown to a second
 * customer. `takenBefore` is how many were used before the backup, in a period as long as the time since. The result is
 * twice that, and at least 1,000. For an instance that has been busier since, the operator must give a number.
 */
export function indicesToSkip(takenBefore: number): number {
  return Math.min(mostSkipped, Math.max(leastSkipped, 2 * takenBefore));
}
