// A proxy between browsers and the service that can change pages, scripts and API responses.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Passing {
  /** Includes the query. */
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

/** Returns the changes; null leaves the response unchanged. */
export type Rewrite = (passing: Passing) => Partial<Passing> | null | Promise<Partial<Passing> | null>;

export interface HostileProxy {
  /** Without a trailing slash. */
  readonly url: string;
  rewrites(rewrite: Rewrite): void;
  close(): Promise<void>;
}

/** `target` is the URL of the service. The proxy never changes embed.js. */
export async function startHostileProxy(target: string): Promise<HostileProxy> {
  let rewrite: Rewrite = () => null;
  const server: Server = createServer(async (request, response) => {
    const path = request.url ?? '/';
    const answer = await fetch(`${target}${path}`, await requestOf(request)).catch(() => null);
    if (answer === null) return response.writeHead(502).end();
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => !dropped.has(name) && !name.startsWith('cross-origin-opener')),
    );
    // A stream has no end to wait for, so it is not forwarded.
    if (path.includes('/events')) return response.writeHead(503, headers).end();
    const passing = { path, status: answer.status, body: await answer.text() };
    const changed = path.startsWith('/embed') ? passing : { ...passing, ...(await rewrite(passing)) };
    if (changed.body !== passing.body) delete headers['content-security-policy'];
    response.writeHead(changed.status, headers).end(changed.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rewrites(next) {
      rewrite = next;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const dropped = new Set(['content-encoding', 'content-length', 'transfer-encoding', 'connection', 'keep-alive']);

async function requestOf(request: IncomingMessage): Promise<RequestInit> {
  const { host: _host, connection: _connection, ...headers } = request.headers;
  const body = ['GET', 'HEAD'].includes(request.method ?? '') ? {} : { body: await textOf(request) };
  return { method: request.method ?? 'GET', headers: headers as Record<string, string>, redirect: 'manual', ...body };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
