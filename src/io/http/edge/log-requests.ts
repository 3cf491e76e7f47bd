// LOG_REQUESTS: one line for each request, once it is answered.
import type { FastifyInstance } from 'fastify';

/** Neither the query nor any header: both may hold a secret. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const [path] = request.url.split('?', 1);
    const millis = Math.round(reply.elapsedTime);
    const facts = { request_id: request.id, method: request.method, path, status: reply.statusCode };
    request.log.info({ ...facts, ms: millis, address: request.ip }, 'request');
    done();
  });
}
