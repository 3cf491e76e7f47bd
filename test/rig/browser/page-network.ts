// How often a service looks at the chain behind a page: a page's story takes long, and its chain rests for most of it.

/** To be laid over a network of quittance.json. A story that mines waits for the next look, and for nothing else. */
export const pageNetwork = { poll_interval_ms: 500 } as const;
