// Limits how long a client may take to send a request, so that slow clients cannot hold connections.

/** All values are in milliseconds. */
export interface Timeouts {
  /** From the start of a connection or request until its headers have arrived. */
  readonly headers: number;
  /** Until its body has arrived as well. Responses and event streams have no limit. */
  readonly request: number;
  /** Between a response and the next request. Longer than the 60 s that common load balancers use. */
  readonly idle: number;
  /** The interval of the checks. The first two limits may be exceeded by this much. */
  readonly look: number;
}

export const timeouts: Timeouts = { headers: 15_000, request: 30_000, idle: 72_000, look: 5_000 };

/** Returns the options for Fastify and for Node's server. */
export function timeoutOptions({ headers, request, idle, look }: Timeouts) {
  return {
    requestTimeout: request,
    keepAliveTimeout: idle,
    // It must not exceed the request timeout.
    http: { headersTimeout: Math.min(headers, request), requestTimeout: request, connectionsCheckingInterval: look },
  };
}
