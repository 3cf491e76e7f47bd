// What operators and their machines ask: is the process alive, can it serve, how is it doing.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { Problem } from '../../core/problem.ts';

/** Why the process cannot serve right now, or null. */
export type NotReady = () => Promise<string | null>;

export interface ProcessHealth {
  /** Why the process had better be started again, or null. Asks nobody. */
  unhealthy(): string | null;
  readonly notReady: NotReady;
  /** Tells one instance from another, and nothing else about it. */
  readonly instanceMark: string;
}

export interface OperatorEndpoints {
  readonly health: ProcessHealth;
  /** The code of why no quote is given though the rest is served, or null. */
  readonly notQuoting: () => Promise<string | null>;
  /** Made when somebody first asks; as a text, why they are not served here. */
  readonly metrics: (() => Promise<Registry>) | string;
}

const retryLater = { 'retry-after': '5' };
/** By this doctor finds out whether PUBLIC_URL leads to the instance itself. */
export const instanceHeader = 'x-quittance-instance';

export function serveOperatorEndpoints(app: FastifyInstance, { health, notQuoting, metrics }: OperatorEndpoints): void {
  app.get('/healthz', (_request, reply) => {
    const { status, body } = livenessOf(health);
    return reply.code(status).header(instanceHeader, health.instanceMark).send(body);
  });
  app.get('/readyz', async (_request, reply) => {
    const why = await health.notReady();
    if (why !== null) return reply.code(503).headers(retryLater).send({ status: 'not ready', reason: why });
    const reason = await notQuoting();
    return reason === null ? { status: 'ready' } : { status: 'ready', quotes: 'stopped', reason };
  });
  let making: Promise<Registry> | null = null;
  app.get('/metrics', async (_request, reply) => {
    if (typeof metrics === 'string') throw new Problem('not_found', { detail: metrics });
    making ??= metrics();
    const made = await making;
    return reply.type(made.contentType).send(await made.metrics());
  });
}

export interface OperatorPort {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly metrics: Registry;
  readonly health: ProcessHealth;
}

/**
 * Serves the same three and nothing else on a port of their own. Rejects with the error of the system where it cannot
 * listen there; answers where it does.
 */
export async function serveOperatorPort(served: OperatorPort): Promise<{ port: number; stop(): Promise<void> }> {
  // As a module of its own, Node's HTTP brings its whole client along: only where this port is asked for.
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    const path = request.method === 'GET' ? request.url?.split('?')[0] : undefined;
    answer(served, path, response).catch(() => response.writeHead(500).end());
  });
  server.listen({ host: served.host, port: served.port });
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

async function answer(
  { metrics, health }: OperatorPort,
  path: string | undefined,
  response: ServerResponse,
): Promise<void> {
  if (path === '/metrics') {
    const text = await metrics.metrics();
    response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
  } else if (path === '/healthz') {
    const { status, body } = livenessOf(health);
    tell(response, status, body);
  } else if (path === '/readyz') {
    const why = await health.notReady();
    if (why === null) tell(response, 200, { status: 'ready' });
    else tell(response, 503, { status: 'not ready', reason: why });
  } else {
    response.writeHead(404).end();
  }
}

function livenessOf(health: ProcessHealth): { status: number; body: object } {
  const reason = health.unhealthy();
  return reason === null
    ? { status: 200, body: { status: 'ok' } }
    : { status: 503, body: { status: 'unhealthy', reason } };
}

function tell(response: ServerResponse, status: number, body: object): void {
  const headers = { 'content-type': 'application/json; charset=utf-8', ...(status === 503 ? retryLater : {}) };
  response.writeHead(status, headers).end(JSON.stringify(body));
}
