// Sets the headers that every response has, for browsers and caches.
import type { FastifyReply, FastifyRequest } from 'fastify';

/** RFC 6797. Only for this host, because the operator may run other services on its subdomains. */
const strictTransport = 'max-age=31536000';

/**
 * Sets `nosniff` on every response, and Strict-Transport-Security if browsers use https. Sets `no-store` on API
 * responses to authenticated callers, unless the operation overrides it. Also sets them on Node's own response object,
 * for routes that bypass the framework.
 */
export function sayOnEveryAnswer(request: FastifyRequest, reply: FastifyReply, publicUrl: string): FastifyReply {
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff');
  if (publicUrl.startsWith('https:')) {
    reply.header('strict-transport-security', strictTransport);
    reply.raw.setHeader('strict-transport-security', strictTransport);
  }
  const { authorization, cookie } = request.headers;
  if ((authorization !== undefined || cookie !== undefined) && request.url.startsWith('/api/'))
    reply.header('cache-control', 'no-store');
  return reply;
}
