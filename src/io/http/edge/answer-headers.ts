// What every answer says to browsers and caches, whatever it answers.
import type { FastifyReply, FastifyRequest } from 'fastify';

/** RFC 6797. Of this host alone: what else the operator runs below the same name is not ours to decide. */
const strictTransport = 'max-age=31536000';

/**
 * `nosniff` on all; Strict-Transport-Security where browsers come by https; `no-store` on what the API answers to
 * somebody whom it may know, unless the operation says otherwise. Also on the answer's own object, for those who answer
 * past the framework.
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
