// Shuts a server down gracefully: asks clients to use other connections, closes the port, and finishes running
// requests.
import { Server } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { endEventStreams } from './event-streams.ts';
import { openConnections } from './open-connections.ts';

export interface Draining {
  /** Whether the shutdown has started. */
  isStopping(): boolean;
  /**
   * Serves for `afterMillis` milliseconds, and asks every client to open a new connection for the next request. Then
   * accepts no new connections, ends event streams, and answers each request that has arrived. Requests that take
   * longer than `graceMillis` are cut off.
   */
  stop(afterMillis: number): Promise<void>;
}

/** A process has 10 s to end. This leaves time for the rest of the shutdown. */
const graceMillis = 8_500;

/** Call this before the server listens. */
export function drainable(app: FastifyInstance): Draining {
  let isStopping = false;
  let isEndingStreams = false;
  const connections = openConnections(app.server);
  const streams = new Map<Readable, () => void>();
  const askToLeave = (reply: FastifyReply) => {
    if (isStopping) reply.header('connection', 'close');
  };
  // Event streams that write to the connection directly never reach onSend.
  app.addHook('onRequest', (_request, reply, done) => {
    askToLeave(reply);
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    askToLeave(reply);
    if (!(payload instanceof Readable && String(reply.getHeader('content-type')).startsWith('text/event-stream')))
      return done(null, payload);
    if (isEndingStreams) {
      payload.destroy();
      return done(null, '');
    }
    streams.set(payload, () => {
      payload.unpipe(reply.raw);
      reply.raw.end();
    });
    payload.once('close', () => streams.delete(payload));
    done(null, payload);
  });
  return {
    isStopping: () => isStopping,
    async stop(afterMillis) {
      isStopping = true;
      if (afterMillis > 0) await delay(afterMillis);
      const cut = setTimeout(() => app.server.closeAllConnections(), graceMillis);
      await connections.accept();
      // Closes only the port. The close of an HTTP server would also cut off responses that are still being sent.
      Server.prototype.close.call(app.server);
      // The streams end as complete responses, so browsers reconnect by themselves and reach another process.
      isEndingStreams = true;
      for (const end of streams.values()) end();
      endEventStreams(app.server);
      await connections.answer();
      await app.close().finally(() => clearTimeout(cut));
    },
  };
}
