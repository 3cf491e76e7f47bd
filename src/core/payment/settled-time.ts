// When a payment without a block counts as made.

export interface ReadingTimes {
  /** When the reading began that reported everything before; null where there was none. */
  readonly readUntil: Date | null;
  /** When the payment was first reported. */
  readonly now: Date;
}

/**
 * The rail's own time of a payment, within the times of the instance's clock between which it was settled. So the clock
 * of the rail decides only about payments that were settled while its feed was not read.
 */
export function settledTime(settledAt: Date, { readUntil, now }: ReadingTimes): Date {
  if (settledAt > now) return now;
  return readUntil !== null && settledAt < readUntil ? readUntil : settledAt;
}
