// Counts the invoice streams of this process, for /metrics.

/** Totals since the process began, except `open`, which is the current number. */
export const streamFigures = { snapshots: 0, open: 0, refused: 0 };
