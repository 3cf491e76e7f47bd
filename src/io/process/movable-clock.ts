// The clock of an instance. A test moves it while the service runs.

/**
 * How far it is ahead of the system's clock, in milliseconds: one element in shared memory (a SharedArrayBuffer), so
 * that the watcher's thread goes by it too.
 */
export type ClockLead = BigInt64Array;

/** The system's clock where there is no lead. */
export function clockOf(lead?: ClockLead): { now(): Date } {
  if (lead === undefined) return { now: () => new Date() };
  return { now: () => new Date(Date.now() + Number(Atomics.load(lead, 0))) };
}
