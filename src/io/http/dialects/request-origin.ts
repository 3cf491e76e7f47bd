// Returns the origin of a request, for the audit log.
import type { FastifyRequest } from 'fastify';
import type { Origin } from '../../../core/access.ts';

const userAgentLength = 300;

export function originOf(request: FastifyRequest): Origin {
  return { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, userAgentLength) ?? null };
}
