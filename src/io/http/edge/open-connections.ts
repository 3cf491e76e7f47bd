// Tracks the connections of an HTTP server, to answer every request that has arrived before the server stops. A
// connection closed with unread bytes is reset, and its client would not know whether the request was served.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';

export interface OpenConnections {
  /** Accepts the connections that wait in the system's queue. */
  accept(): Promise<void>;
  /**
   * Call this after the server stopped accepting connections. Resolves when every request that has arrived is answered
   * and its response sent, and then closes the idle connections. Partly received requests are read to their end.
   */
  answer(): Promise<void>;
}

/** A limit, so that clients that keep connecting cannot keep the port open. */
const mostAccepted = 1_000;

/** Call this before the server listens. */
export function openConnections(server: Server): OpenConnections {
  /** The number of requests per connection without a completely sent response. */
  const unanswered = new Map<Socket, number>();
  let accepted = 0;
  let readBefore = 0;
  let changed = () => {};
  server.on('connection', (socket: Socket) => {
    accepted += 1;
    unanswered.set(socket, 0);
    socket.once('close', () => {
      readBefore += socket.bytesRead;
      unanswered.delete(socket);
      changed();
    });
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    count(socket, 1);
    response.once('close', () => count(socket, -1));
  });
  function count(socket: Socket, more: number): void {
    const before = unanswered.get(socket);
    if (before === undefined) return;
    unanswered.set(socket, before + more);
    changed();
  }
  const isAnswered = () => [...unanswered.values()].every((requests) => requests === 0);
  const bytesRead = () => [...unanswered.keys()].reduce((sum, socket) => sum + socket.bytesRead, readBefore);
  const answerAll = async () => {
    while (!isAnswered()) {
      await new Promise<void>((resolve) => {
        changed = resolve;
      });
    }
  };
  return {
    async accept() {
      const most = accepted + mostAccepted;
      let before: number;
      do {
        before = accepted;
        await wholeTurn();
      } while (accepted > before && accepted < most);
    },
    async answer() {
      let before: number;
      do {
        await answerAll();
        before = bytesRead();
        await wholeTurn();
      } while (before !== bytesRead() || !isAnswered());
      server.closeIdleConnections();
      // A browser opened this connection in advance and never used it.
      for (const socket of unanswered.keys()) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

/** Waits for a complete turn of the event loop, which reads pending input from every connection. */
async function wholeTurn(): Promise<void> {
  await immediate();
  await immediate();
}
