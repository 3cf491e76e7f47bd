// Detects forwarding headers while no proxy is trusted. They mean that a proxy is in front, and all clients share its
// address.
import type { FastifyInstance } from 'fastify';

export interface ForwardingHeader {
  readonly header: string;
  /** The remote address of the connection. */
  readonly sender: string;
}

const names = ['x-forwarded-for', 'forwarded'] as const;

/** Calls `notice` for each request with such a header. Use this only if no proxy is trusted. */
export function watchForwardingHeaders(app: FastifyInstance, notice: (seen: ForwardingHeader) => void): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const header = names.find((name) => request.headers[name] !== undefined);
    if (header !== undefined) notice({ header, sender: request.ip });
    done();
  });
}
