// Shuts a server down gracefully: asks clients to use other connections, closes the port, and finishes running
// requests.
import type { Server as HttpServer, ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { endEventStreams } from './event-streams.ts';
import { type OpenConnections, openConnections } from './open-connections.ts';

export interface Draining {
  /**
   * Serves for `afterMillis` milliseconds, and asks every client to open a new connection for the next request. Then
   * accepts no new connections, ends event streams, and answers each request that has arrived. Requests that take
   * longer than `graceMillis` are cut off.
   */
  stop(afterMillis: number): Promise<void>;
  /**
   * Call this after another app answers on the port. Ends event streams, so that their clients open them there, and
   * answers each request that has arrived. Requests that take longer than `mostMillis` are cut off. After `hurry`, the
   * limit is that of `stop`.
   */
  retire(mostMillis: number, hurry: AbortSignal): Promise<void>;
}

/** The server that receives the requests. It may be shared by several apps, one after the other. */
export interface ReceivingServer {
  readonly server: HttpServer;
  readonly connections: OpenConnections;
}

/** A process has 10 s to end. This leaves time for the rest of the shutdown. */
const graceMillis = 8_500;

/**
 * Call this before the server listens. By default, the app has its own server. `leaving` is aborted when the process
 * begins to stop: from then on clients are asked to leave, although `stop` may have to wait for other parts first.
 */
export function drainable(
  app: FastifyInstance,
  { server, connections }: ReceivingServer = { server: app.server, connections: openConnections(app.server) },
  leaving?: AbortSignal,
): Draining {
  let isStopping = false;
  let isEndingStreams = false;
  const unanswered = openResponses();
  const streams = new Map<Readable, () => void>();
  const askToLeave = (reply: FastifyReply) => {
    if (isStopping || leaving?.aborted) reply.header('connection', 'close');
  };
  // Event streams that write to the connection directly never reach onSend.
  app.addHook('onRequest', (_request, reply, done) => {
    unanswered.add(reply.raw);
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
  const endStreams = () => {
    // The streams end as complete responses, so browsers reconnect by themselves and reach another app or process.
    isEndingStreams = true;
    for (const end of streams.values()) end();
    endEventStreams(app.server);
  };
  return {
    async retire(mostMillis, hurry) {
      endStreams();
      let cut = setTimeout(unanswered.cut, mostMillis);
      const hasten = () => {
        clearTimeout(cut);
        cut = setTimeout(unanswered.cut, graceMillis);
      };
      hurry.addEventListener('abort', hasten);
      await unanswered.answered();
      hurry.removeEventListener('abort', hasten);
      clearTimeout(cut);
      await app.close();
    },
    async stop(afterMillis) {
      isStopping = true;
      if (afterMillis > 0) await delay(afterMillis);
      const cut = setTimeout(() => server.closeAllConnections(), graceMillis);
      await connections.accept();
      // Closes only the port. The close of an HTTP server would also cut off responses that are still being sent.
      Server.prototype.close.call(server);
      endStreams();
      await connections.answer();
      await app.close().finally(() => clearTimeout(cut));
    },
  };
}

interface OpenResponses {
  add(response: ServerResponse): void;
  /** Resolves when every response is sent, or its connection closed. */
  answered(): Promise<void>;
  /** Closes the connections of the responses that are left. */
  cut(): void;
}

/** Tracks the responses of one app. */
function openResponses(): OpenResponses {
  const open = new Set<ServerResponse>();
  let changed = () => {};
  return {
    add(response) {
      open.add(response);
      response.once('close', () => {
        open.delete(response);
        changed();
      });
    },
    async answered() {
      while (open.size > 0) {
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
    },
    cut() {
      for (const response of open) response.destroy();
    },
  };
}
