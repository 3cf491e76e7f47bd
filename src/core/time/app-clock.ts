// The test clock of a development app. It runs ahead of the service's clock by the sum of its advances.

/** The longest single advance: 90 days, which is the longest life of an invoice. */
export const mostAdvanceSeconds = 7_776_000;

/** The most that a clock can run ahead: ten years. */
export const mostLeadSeconds = 315_360_000;
