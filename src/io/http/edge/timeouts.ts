// How long a connection may take to say what it wants: who sends a byte now and then holds nothing for long.

/** In milliseconds. */
export interface Timeouts {
  /** From a connection's or a request's first moment until its headers are there. */
  readonly headers: number;
  /** Until its body is there as well. Answers, and streams of events, take as long as they take. */
  readonly request: number;
  /** Between an answer and the next request. Longer than the 60 s for which common load balancers keep theirs. */
  readonly idle: number;
  /** How often connections are looked at: the first two may be so much longer. */
  readonly look: number;
}

export const timeouts: Timeouts = { headers: 15_000, request: 30_000, idle: 72_000, look: 5_000 };

/** As Fastify and the server of Node below it take them. */
export function timeoutOptions({ headers, request, idle, look }: Timeouts) {
  return {
    requestTimeout: request,
    keepAliveTimeout: idle,
    // It must not be the longer one.
    http: { headersTimeout: Math.min(headers, request), requestTimeout: request, connectionsCheckingInterval: look },
  };
}
