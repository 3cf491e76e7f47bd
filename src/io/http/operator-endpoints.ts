// What operators and their machines ask: is the process alive, can it serve, how is it doing.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

export interface OperatorEndpoints {
  /** Why the instance cannot serve right now, or null. */
  readonly notReady: () => Promise<string | null>;
  /** The code of why no quote is given though the rest is served, or null. */
  readonly notQuoting: () => Promise<string | null>;
  /** Made when somebody first asks; null where they are served on a port of their own. */
  readonly metrics: (() => Promise<Registry>) | null;
}

export function serveOperatorEndpoints(
  app: FastifyInstance,
  { notReady, notQuoting, metrics }: OperatorEndpoints,
): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const why = await notReady();
    if (why === null) {
      const reason = await notQuoting();
      return reason === null ? { status: 'ready' } : { status: 'ready', quotes: 'stopped', reason };
    }
    return reply.code(503).header('retry-after', '5').send({ status: 'not ready', reason: why });
  });
  if (metrics === null) return;
  let making: Promise<Registry> | null = null;
  app.get('/metrics', async (_request, reply) => {
    making ??= metrics();
    const made = await making;
    return reply.type(made.contentType).send(await made.metrics());
  });
}

/**
 * Serves `/metrics` and nothing else on a port of its own. Rejects with the error of the system where it cannot listen
 * there. Port 0 takes a free one; answers which.
 */
export async function serveMetrics(
  metrics: Registry,
  host: string,
  port: number,
): Promise<{ port: number; stop(): Promise<void> }> {
  // As a module of its own, Node's HTTP brings its whole client along: only where this port is asked for.
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen({ host, port });
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
