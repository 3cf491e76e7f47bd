// The clock of an instance. A test moves it while the service runs.

/**
 * The clock's lead over the system clock in milliseconds: one element in shared memory (a SharedArrayBuffer), so that
 * the watcher's thread uses it too.
 */
export type ClockLead = BigInt64Array;

/** Without a lead, this is the system clock. */
export function clockOf(lead?: ClockLead): { now(): Date } {
  if (lead === undefined) return { now: () => new Date() };
  return { now: () => new Date(Date.now() + Number(Atomics.load(lead, 0))) };
}
