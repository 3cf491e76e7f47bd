// Counts of delivery attempts in this process, for /metrics.

/** Counts by result since the process started. `retried`: the attempt failed and will be repeated. */
export const attemptFigures = { delivered: 0, retried: 0, exhausted: 0 };
