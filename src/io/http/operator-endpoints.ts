// What operators and their machines ask: is the process alive, can it serve, how is it doing.
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

export interface OperatorEndpoints {
  /** Why the instance cannot serve right now, or null. */
  readonly notReady: () => Promise<string | null>;
  readonly metrics: Registry;
}

export function serveOperatorEndpoints(app: FastifyInstance, { notReady, metrics }: OperatorEndpoints): void {
  const hidden = { schema: { hide: true } };
  app.get('/healthz', hidden, () => ({ status: 'ok' }));
  app.get('/readyz', hidden, async (_request, reply) => {
    const why = await notReady();
    if (why === null) return { status: 'ready' };
    return reply.code(503).header('retry-after', '5').send({ status: 'not ready', reason: why });
  });
  app.get('/metrics', hidden, async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()));
}
