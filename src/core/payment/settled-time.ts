// Computes when a payment without a block counts as made.

export interface ReadingTimes {
  /** The start of the reading that reported all earlier payments; null if there was none. */
  readonly readUntil: Date | null;
  /** When the payment was first reported. */
  readonly now: Date;
}

/**
 * The rail's own time of a payment, limited to the instance's times between which it was settled. So the rail's clock
 * decides only about payments that were settled while its feed was not read.
 */
export function settledTime(settledAt: Date, { readUntil, now }: ReadingTimes): Date {
  if (settledAt > now) return now;
  return readUntil !== null && settledAt < readUntil ? readUntil : settledAt;
}
