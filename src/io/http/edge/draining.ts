// The end of a server: callers are sent elsewhere first, then the port closes, and what was begun is answered.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { openEventStreams } from './event-streams.ts';

export interface Draining {
  /** Whether it has begun to stop. */
  isStopping(): boolean;
  /**
   * Serves for so long, telling every caller to come by another connection the next time; then takes no new one, ends
   * streams of events, and answers what is under way. What takes longer than `graceMillis` is cut.
   */
  stop(afterMillis: number): Promise<void>;
}

/** Of the 10 s that a process has to end, what the rest of it needs is left. */
const graceMillis = 8_500;

/** To be called before the server listens. */
export function drainable(app: FastifyInstance): Draining {
  let isStopping = false;
  const sockets = new Set<Socket>();
  const streams = new Map<Readable, ServerResponse>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    if (payload instanceof Readable && String(reply.getHeader('content-type')).startsWith('text/event-stream')) {
      streams.set(payload, reply.raw);
      payload.once('close', () => streams.delete(payload));
    }
    done(null, payload);
  });
  return {
    isStopping: () => isStopping,
    async stop(afterMillis) {
      isStopping = true;
      if (afterMillis > 0) await delay(afterMillis);
      const closed = app.close();
      // Ended as whole answers: browsers come back by themselves, and find another process.
      for (const [stream, response] of streams) {
        stream.unpipe(response);
        response.end();
      }
      for (const response of openEventStreams(app.server)) response.end();
      // Opened ahead by a browser, and never used.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
      const cut = setTimeout(() => app.server.closeAllConnections(), graceMillis);
      await closed.finally(() => clearTimeout(cut));
    },
  };
}
