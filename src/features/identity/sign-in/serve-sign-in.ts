// The door to the sign-in: hands /api/auth/* to better-auth, with what it lacks: limits for all nodes, no secret in a body.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../../core/problem.ts';
import { isSameOrigin } from '../../../io/http/browser/same-origin.ts';
import type { Instance } from '../../instance.ts';
import { endSessionWithToken, sessionCookieName, sessionOf, sessionTokenIn } from '../session-store.ts';
import { isSignUpOpen } from '../store.ts';
import { type Attempt, beginAttempt, type LimitedAction } from './attempt-limit.ts';
import { clientAddressHeader, type SignIn, signInPath } from './sign-in.ts';

export interface SignInDoor {
  readonly signIn: SignIn;
  readonly signUp: 'open' | 'closed' | 'until_first_user';
}

interface Entrance {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly limit?: LimitedAction;
  /** What counts as the account of an attempt. */
  readonly account?: 'email' | 'session';
  /** Added to the body, whatever was sent. */
  readonly always?: Readonly<Record<string, unknown>>;
}

/** All that is let through. What better-auth offers beyond has no use here, or shows session tokens. */
const entrances: readonly Entrance[] = [
  { method: 'POST', path: '/sign-up/email', limit: 'sign-up', account: 'email' },
  { method: 'POST', path: '/sign-in/email', limit: 'sign-in', account: 'email' },
  { method: 'POST', path: '/sign-in/passkey/options', limit: 'challenge' },
  { method: 'POST', path: '/sign-in/passkey', limit: 'sign-in' },
  { method: 'POST', path: '/sign-out' },
  { method: 'GET', path: '/get-session' },
  { method: 'POST', path: '/update-user' },
  {
    method: 'POST',
    path: '/change-password',
    limit: 'password',
    account: 'session',
    always: { revokeOtherSessions: true },
  },
  { method: 'POST', path: '/request-password-reset', limit: 'mail', account: 'email' },
  { method: 'POST', path: '/reset-password', limit: 'reset' },
  { method: 'POST', path: '/send-verification-email', limit: 'mail', account: 'email' },
  { method: 'GET', path: '/verify-email' },
  { method: 'POST', path: '/two-factor/enable', limit: 'password', account: 'session' },
  { method: 'POST', path: '/two-factor/disable', limit: 'password', account: 'session' },
  { method: 'POST', path: '/two-factor/get-totp-uri', limit: 'password', account: 'session' },
  { method: 'POST', path: '/two-factor/generate-backup-codes', limit: 'password', account: 'session' },
  // better-auth counts wrong codes by account itself, in the database.
  { method: 'POST', path: '/two-factor/verify-totp', limit: 'second-factor', account: 'session' },
  { method: 'POST', path: '/two-factor/verify-backup-code', limit: 'second-factor', account: 'session' },
];

export function serveSignIn(app: FastifyInstance, instance: Instance, door: SignInDoor): void {
  for (const entrance of entrances) {
    app.route({
      method: entrance.method,
      url: signInPath + entrance.path,
      schema: { hide: true },
      exposeHeadRoute: false,
      bodyLimit: 16 * 1024,
      handler: (request, reply) => passThrough(instance, door, entrance, request, reply),
    });
  }
}

async function passThrough(
  instance: Instance,
  door: SignInDoor,
  entrance: Entrance,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (entrance.method !== 'GET' && !isSameOrigin(request.headers, instance.publicUrl)) {
    throw new Problem('csrf_failed', { detail: `This page is not one of ${instance.publicUrl}.` });
  }
  if (entrance.path === '/sign-up/email' && !(await isSignUpOpen(instance.db, door.signUp))) {
    throw new Problem('sign_up_closed');
  }
  const attempt = entrance.limit === undefined ? null : await begin(instance, entrance, entrance.limit, request);
  const response = await door.signIn.handle(asWebRequest(instance, entrance, request));
  await settle(instance, request, response, attempt);
  reply.code(response.status).header('cache-control', 'no-store');
  // A second factor that is locked after too many wrong codes stays so for a quarter of an hour.
  if (response.status === 429) reply.header('retry-after', response.headers.get('retry-after') ?? '900');
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const location = response.headers.get('location');
  if (location !== null) reply.header('location', location);
  return reply
    .type('application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(withoutTokens(await response.text()));
}

async function begin(
  instance: Instance,
  entrance: Entrance,
  action: LimitedAction,
  request: FastifyRequest,
): Promise<Attempt> {
  return beginAttempt(instance, action, { account: await accountOf(instance, entrance, request), address: request.ip });
}

async function accountOf(instance: Instance, entrance: Entrance, request: FastifyRequest): Promise<string | null> {
  if (entrance.account === 'email') {
    const email = (request.body as { email?: unknown } | undefined)?.email;
    return typeof email === 'string' ? email.toLowerCase() : null;
  }
  if (entrance.account === 'session') return (await sessionOf(instance, request.headers.cookie))?.userId ?? null;
  return null;
}

/** What follows from an answer: a good attempt does not count, and a session that another one replaced is over. */
async function settle(
  instance: Instance,
  request: FastifyRequest,
  response: Response,
  attempt: Attempt | null,
): Promise<void> {
  if (!response.ok) return;
  await attempt?.succeeded();
  const held = sessionTokenIn(request.headers.cookie, instance.publicUrl);
  if (held === null) return;
  const name = sessionCookieName(instance.publicUrl);
  const replaced = response.headers.getSetCookie().some((cookie) => {
    const given = cookie.startsWith(`${name}=`) ? sessionTokenIn(cookie.split(';', 1)[0], instance.publicUrl) : null;
    return given !== null && given !== held;
  });
  if (replaced) await endSessionWithToken(instance.db, held);
}

function asWebRequest(instance: Instance, entrance: Entrance, request: FastifyRequest): Request {
  const { origin } = new URL(instance.publicUrl);
  const headers = new Headers();
  for (const name of ['cookie', 'user-agent', 'accept-language'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  // Checked above. better-auth wants an Origin with every cookie, which only browsers send.
  headers.set('origin', origin);
  headers.set(clientAddressHeader, request.ip);
  const url = new URL(request.url, origin);
  if (entrance.method === 'GET') return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  const body = JSON.stringify({ ...(request.body as object | undefined), ...entrance.always });
  return new Request(url, { method: 'POST', headers, body });
}

/** The session's token belongs into the cookie alone, where no script of a page can read it. */
function withoutTokens(text: string): string {
  if (text === '') return text;
  return JSON.stringify(JSON.parse(text), (key, value: unknown) => (key === 'token' ? undefined : value));
}
