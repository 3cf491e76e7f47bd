// Notices forwarding headers where none is believed: then a proxy is in front, and its address passes for everybody's.
import type { FastifyInstance } from 'fastify';

export interface ForwardingHeader {
  readonly header: string;
  /** The address that the connection came from. */
  readonly sender: string;
}

const names = ['x-forwarded-for', 'forwarded'] as const;

/** Calls `notice` for each request with such a header. To be used where no proxy is trusted. */
export function watchForwardingHeaders(app: FastifyInstance, notice: (seen: ForwardingHeader) => void): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const header = names.find((name) => request.headers[name] !== undefined);
    if (header !== undefined) notice({ header, sender: request.ip });
    done();
  });
}
