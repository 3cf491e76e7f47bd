// The port of the API. It stays open while the app that answers on it is replaced.
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { type OpenConnections, openConnections } from '../edge/open-connections.ts';
import { timeoutOptions, timeouts } from '../edge/timeouts.ts';

export interface PublicPort {
  readonly server: Server;
  readonly connections: OpenConnections;
  /**
   * Directs later requests to this app, also those on connections that are open. Requests in progress end in the app
   * that they began in. The app must be ready. The first call opens the port, and rejects with the system's error.
   */
  answerWith(app: FastifyInstance): Promise<void>;
  /** Throws before the port is open. */
  number(): number;
}

/**
 * The length of the listen backlog, if the system allows it (net.core.somaxconn, listen(2)). Node's default of 511
 * filled up when a thousand clients connected at once, and other clients had to retry after a second.
 */
const mostWaiting = 4_096;

/** Returns a port that is not open yet. `port` 0 chooses a free one. */
export async function publicPort({ host, port }: { host: string; port: number }): Promise<PublicPort> {
  // Imported only here, because importing node:http loads its whole client.
  const { createServer } = await import('node:http');
  const { http, keepAliveTimeout } = timeoutOptions(timeouts);
  const server = createServer({ ...http, keepAliveTimeout });
  let current: FastifyInstance | null = null;
  server.on('request', (request, response) => current?.routing(request, response));
  server.on('clientError', (error, socket) => {
    if (current === null) socket.destroy();
    else current.server.emit('clientError', error, socket);
  });
  const connections = openConnections(server);
  return {
    server,
    connections,
    async answerWith(app) {
      const isFirst = current === null;
      current = app;
      if (!isFirst) return;
      server.listen({ host, port, backlog: mostWaiting });
      await once(server, 'listening');
    },
    number: () => (server.address() as AddressInfo).port,
  };
}
