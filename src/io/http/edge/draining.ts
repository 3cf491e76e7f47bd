// The end of a server: callers are sent elsewhere first, then the port closes, and what was begun is answered.
import { Server } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { endEventStreams } from './event-streams.ts';
import { openConnections } from './open-connections.ts';

export interface Draining {
  /** Whether it has begun to stop. */
  isStopping(): boolean;
  /**
   * Serves for so long, and asks every caller to use another connection for the next request; then takes no new
   * connection, ends streams of events, and answers each request that has arrived. Requests that take longer than
   * `graceMillis` are cut.
   */
  stop(afterMillis: number): Promise<void>;
}

/** Of the 10 s that a process has to end, what the rest of it needs is left. */
const graceMillis = 8_500;

/** To be called before the server listens. */
export function drainable(app: FastifyInstance): Draining {
  let isStopping = false;
  let isEndingStreams = false;
  const connections = openConnections(app.server);
  const streams = new Map<Readable, () => void>();
  const askToLeave = (reply: FastifyReply) => {
    if (isStopping) reply.header('connection', 'close');
  };
  // Streams that write to the connection itself are not sent by the reply.
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
      // Only the port: the close of an HTTP server would also cut answers that are not sent to their end.
      Server.prototype.close.call(app.server);
      // Ended as whole answers: browsers reconnect by themselves, and reach another process.
      isEndingStreams = true;
      for (const end of streams.values()) end();
      endEventStreams(app.server);
      await connections.answer();
      await app.close().finally(() => clearTimeout(cut));
    },
  };
}
