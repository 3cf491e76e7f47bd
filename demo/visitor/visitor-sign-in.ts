// Signs the demo's visitor in to the console with a link that works once, only on this machine.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export interface Visitor {
  /** The e-mail address of the demo's merchant. */
  readonly email: string;
  readonly password: string;
  /** Part of the link. It alone authorizes the sign-in. */
  readonly secret: string;
}

/** The path of the link below the demo's URL. */
export const visitorPath = '/demo-sign-in';

/** Registers the link. A used or wrong link leads to the normal sign-in page. */
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

/** The Host header must name this machine, which prevents DNS rebinding by a foreign name. */
function isLocal(request: FastifyRequest): boolean {
  const isLocalName = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(request.headers.host ?? '');
  return isLocalName && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '');
}

function isSame(given: string, secret: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(secret)];
  return a.length === b.length && timingSafeEqual(a, b);
}
