// A webhook receiver on this machine that stores its requests and responds as configured, also with faults.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** One request as received. `body` is the raw text that signatures cover. */
export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * hang: no response; reset: closes before a status; reset_after_status: 200, then closes in the body; endless: 200 and
 * an infinite body; drip: 200 and occasional bytes; slow_head: occasional bytes of header.
 */
export type Answer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string }
  | 'hang'
  | 'reset'
  | 'reset_after_status'
  | 'endless'
  | 'drip'
  | 'slow_head';

export interface Receiver {
  readonly port: number;
  readonly url: string;
  readonly received: readonly Received[];
  /** The number of connections so far. */
  readonly connections: () => number;
  /** Sets the responses from now on: one for each request in order, the last one for all others. */
  answer(...answers: readonly Answer[]): void;
  /** Waits for this many requests, and returns all of them. Rejects after a minute. */
  until(count: number): Promise<readonly Received[]>;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  const timers = new Set<NodeJS.Timeout>();
  let waiting: { count: number; done: (all: readonly Received[]) => void }[] = [];
  let script: readonly Answer[] = [{ status: 200 }];
  let answered = 0;
  let connections = 0;

  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (body === null) return;
    received.push({ path: request.url ?? '', headers: flat(request), body });
    const answer = script[Math.min(answered++, script.length - 1)] as Answer;
    give(answer, response, (timer) => timers.add(timer));
    for (const wait of waiting) if (received.length >= wait.count) wait.done(received);
    waiting = waiting.filter((wait) => received.length < wait.count);
  });
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    connections: () => connections,
    answer(...answers) {
      script = answers;
      answered = 0;
    },
    until: (count) =>
      received.length >= count
        ? Promise.resolve(received)
        : new Promise((done, reject) => {
            const late = () =>
              reject(new Error(`Waited two minutes in vain for ${count} requests; ${received.length} came`));
            const timer = setTimeout(late, 120_000);
            waiting.push({
              count,
              done(all) {
                clearTimeout(timer);
                done(all);
              },
            });
          }),
    async close() {
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Returns the payload if the reference implementation of Standard Webhooks accepts the request; throws otherwise. */
export function verify(request: Received, secret: string): VerifiedPayload {
  return new Webhook(secret).verify(request.body, { ...request.headers }) as VerifiedPayload;
}

export interface VerifiedPayload {
  readonly type: string;
  readonly timestamp: string;
  readonly sequence?: number;
  readonly data: unknown;
}

/** `keep` receives timers that must be cleared when the receiver closes. */
export function give(answer: Answer, response: ServerResponse, keep: (timer: NodeJS.Timeout) => void): void {
  const socket = response.socket as Socket;
  if (typeof answer === 'object') {
    response.writeHead(answer.status, answer.headers).end(answer.body ?? '');
    return;
  }
  switch (answer) {
    case 'hang':
      return;
    case 'reset':
      socket.resetAndDestroy();
      return;
    case 'reset_after_status':
      response.writeHead(200, { 'content-length': '1000' });
      response.write('so far', () => setTimeout(() => socket.resetAndDestroy(), 20));
      return;
    case 'endless':
      response.writeHead(200);
      pour(response, Buffer.alloc(16 * 1024, 'x'));
      return;
    case 'drip':
      response.writeHead(200);
      keep(dripping(socket, () => response.write('x')));
      return;
    case 'slow_head':
      socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
      keep(dripping(socket, () => socket.write('x')));
  }
}

/** Writes occasionally until the connection is closed. */
function dripping(socket: Socket, write: () => void): NodeJS.Timeout {
  const timer = setInterval(write, 50);
  socket.once('close', () => clearInterval(timer));
  return timer;
}

/** Writes as fast as the other side reads, until it stops. */
function pour(response: ServerResponse, chunk: Buffer): void {
  if (response.destroyed) return;
  if (response.write(chunk)) setImmediate(pour, response, chunk);
  else response.once('drain', () => pour(response, chunk));
}

export async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
  } catch {
    return null;
  }
  return Buffer.concat(parts).toString('utf8');
}

function flat(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}
