// Compares two prices of the same object.

export interface Price {
  /** In minor units of the currency; null if the customer enters the amount. */
  readonly total: bigint | null;
  /** ISO 4217. */
  readonly currency: string;
}

/** Whether a customer can pay less than before. Another currency counts as less, since exchange rates change. */
export function asksLess(before: Price, after: Price): boolean {
  if (before.total === null) return false;
  return after.total === null || after.currency !== before.currency || after.total < before.total;
}
