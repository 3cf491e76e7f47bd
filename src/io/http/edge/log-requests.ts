// LOG_REQUESTS: logs one line per request, after the response.
import type { FastifyInstance } from 'fastify';

/** Logs neither the query nor headers, because both may contain secrets. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const [path] = request.url.split('?', 1);
    const millis = Math.round(reply.elapsedTime);
    const facts = { request_id: request.id, method: request.method, path, status: reply.statusCode };
    request.log.info({ ...facts, ms: millis, address: request.ip }, 'request');
    done();
  });
}
