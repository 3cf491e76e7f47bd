// The connections of an HTTP server that is about to stop. A request that has arrived is answered, also where it is
// unread: a connection that is closed with unread bytes is reset, and its caller does not know whether it was served.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as immediate } from 'node:timers/promises';

export interface OpenConnections {
  /** Accepts the connections that wait in the system. */
  accept(): Promise<void>;
  /**
   * For a server that accepts no connection any more: returns once every request that has arrived is answered and its
   * answer sent, and has closed the idle connections then. Requests that are half read go on.
   */
  answer(): Promise<void>;
}

/** Callers that never stop connecting do not keep the port open. */
const mostAccepted = 1_000;

/** To be called before the server listens. */
export function openConnections(server: Server): OpenConnections {
  /** Requests of each connection whose answer is not sent to its end. */
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
      // Opened ahead by a browser, and never used.
      for (const socket of unanswered.keys()) if (socket.bytesRead === 0) socket.destroy();
    },
  };
}

/** Whenever it is called: between the two, the event loop reads what has arrived on every connection. */
async function wholeTurn(): Promise<void> {
  await immediate();
  await immediate();
}
