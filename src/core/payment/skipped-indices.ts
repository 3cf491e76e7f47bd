// How far the addresses of an extended public key jump ahead when an older database is brought back.

/** More than most shops show in a day, and still a moment's work to watch. */
const leastSkipped = 1_000;
const mostSkipped = 200_000;

/**
 * How many children are skipped: addresses that were shown after the backup are not in it, and none may be shown to a
 * second customer. `takenBefore` is how many were taken in a time before the backup as long as the time since: twice
 * that, and at least 1,000. An instance that was busier than that since then needs a number of its operator's.
 */
export function indicesToSkip(takenBefore: number): number {
  return Math.min(mostSkipped, Math.max(leastSkipped, 2 * takenBefore));
}
