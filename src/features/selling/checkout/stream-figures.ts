// What this process counts of the streams of invoices, for /metrics.

/** Since the process began, but `open`, which is how many there are. */
export const streamFigures = { snapshots: 0, open: 0, refused: 0 };
