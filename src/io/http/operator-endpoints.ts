// The endpoints for operators and monitoring: liveness, readiness and metrics.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { Problem } from '../../core/problem.ts';

/** Returns why the process cannot serve now, or null. */
export type NotReady = () => Promise<string | null>;

export interface ProcessHealth {
  /** Returns why the process should be restarted, or null. Makes no calls. */
  unhealthy(): string | null;
  readonly notReady: NotReady;
  /** Distinguishes instances, without further information about them. */
  readonly instanceMark: string;
}

export interface OperatorEndpoints {
  readonly health: ProcessHealth;
  /** Returns the code of the reason why no quotes are given while the rest works, or null. */
  readonly notQuoting: () => Promise<string | null>;
  /** Created at the first request. A text instead states why metrics are not served here. */
  readonly metrics: (() => Promise<Registry>) | string;
}

const retryLater = { 'retry-after': '5' };
/** Lets `quittance doctor` check whether PUBLIC_URL leads to this instance. */
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
  /** 0 chooses a free port. */
  readonly port: number;
  /** Called for each request. */
  readonly current: () => ServedThere;
}

export interface ServedThere {
  metrics(): Promise<Registry>;
  readonly health: ProcessHealth;
}

/**
 * Serves only these three endpoints, on a separate port. Rejects with the system's error if it cannot listen on the
 * port. Resolves once it listens.
 */
export async function serveOperatorPort(served: OperatorPort): Promise<{ port: number; stop(): Promise<void> }> {
  // Imported only here, because importing node:http loads its whole client.
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    const path = request.method === 'GET' ? request.url?.split('?')[0] : undefined;
    answer(served.current(), path, response).catch(() => response.writeHead(500).end());
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
  { metrics, health }: ServedThere,
  path: string | undefined,
  response: ServerResponse,
): Promise<void> {
  if (path === '/metrics') {
    const made = await metrics();
    const text = await made.metrics();
    response.writeHead(200, { 'content-type': made.contentType }).end(text);
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
