// Counts calls that were not logged, for the metrics of this process.

/** limit: of the app. full: too many calls wait in memory. database: the write failed. */
export const unloggedReasons = ['limit', 'full', 'database'] as const;
type Reason = (typeof unloggedReasons)[number];

const counts = new Map<Reason, number>();

export function countUnlogged(reason: Reason, calls = 1): void {
  counts.set(reason, (counts.get(reason) ?? 0) + calls);
}

/** Returns the count since the start of the process. */
export function unloggedCalls(reason: Reason): number {
  return counts.get(reason) ?? 0;
}
