// The polling interval for page tests. They run long, and their chain is idle most of the time.

/** Merge this into a network of quittance.json. A test that mines waits only for the next poll. */
export const pageNetwork = { poll_interval_ms: 500 } as const;
