// Compares two prices of the same thing.

export interface Price {
  /** In minor units of the currency; null: the customer enters it. */
  readonly total: bigint | null;
  /** ISO 4217. */
  readonly currency: string;
}

/** Whether less can be paid than before. Another currency counts as less: no rate is fixed for ever. */
export function asksLess(before: Price, after: Price): boolean {
  if (before.total === null) return false;
  return after.total === null || after.currency !== before.currency || after.total < before.total;
}
