// The test clock of a development app. It runs ahead of the service's clock by the sum of its advances.

/** The longest single advance: 90 days, which is the longest life of an invoice. */
export const mostAdvanceSeconds = 7_776_000;

/** The most that a clock can run ahead: ten years. */
export const mostLeadSeconds = 315_360_000;

/** Returns the new lead in seconds; null if it would exceed `mostLeadSeconds`. Throws RangeError below one second. */
export function advancedLead(leadSeconds: number, advanceSeconds: number): number | null {
  if (!Number.isSafeInteger(advanceSeconds) || advanceSeconds < 1)
    throw new RangeError(`a clock cannot advance by ${advanceSeconds} seconds`);
  const lead = leadSeconds + advanceSeconds;
  return lead > mostLeadSeconds ? null : lead;
}
