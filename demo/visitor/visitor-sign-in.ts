// Signs the demo's visitor in to the console, by a link that works once, on this machine alone.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface Visitor {
  /** Of the demo's merchant. */
  readonly email: string;
  readonly password: string;
  /** In the link: whoever has it is the visitor. */
  readonly secret: string;
}

/** Where the link leads, below the demo's URL. */
export const visitorPath = '/demo-sign-in';

/** Registers the link. Used, or wrong, it leads to the sign-in like any other page of the console. */
export function serveVisitor(app: FastifyInstance, visitor: Visitor): void {
  let isUsed = false;
  app.get<{ Querystring: { token?: unknown } }>(visitorPath, async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    if (isUsed || !isLocal(request) || !isSame(String(request.query.token), visitor.secret)) {
      return reply.redirect('/console', 303);
    }
    isUsed = true;
    const { email, password } = visitor;
    const answer = await app.inject({
      method: 'POST',
      url: '/api/auth/sign-in/email',
      headers: { 'user-agent': request.headers['user-agent'] ?? 'demo' },
      payload: { email, password },
    });
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) reply.header('set-cookie', cookie);
    return reply.redirect('/console', 303);
  });
}

/** The name that was asked for must be this machine's: a foreign name that points here would do otherwise. */
function isLocal(request: FastifyRequest): boolean {
  const isLocalName = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(request.headers.host ?? '');
  return isLocalName && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '');
}

function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
