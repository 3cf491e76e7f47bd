// What this process counts of attempts at deliveries, for /metrics.

/** Since the process began, by what came of them; `retried`: it failed, and is made again later. */
export const attemptFigures = { delivered: 0, retried: 0, exhausted: 0 };
