// The door to the sign-in: hands /api/auth/* to better-auth, with what it lacks: limits for all nodes, no secret in a body.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { judge } from '../../../core/access.ts';
import { Problem } from '../../../core/problem.ts';
import { isSameOrigin } from '../../../io/http/browser/same-origin.ts';
import type { Instance } from '../../instance.ts';
import {
  type BrowserSession,
  endSessionWithToken,
  sessionCookieName,
  sessionOf,
  sessionTokenIn,
} from '../session-store.ts';
import { isSignUpOpen } from '../store.ts';
import { type Attempt, beginAttempt, type LimitedAction } from './attempt-limit.ts';
import { recordSignIn } from './records/record-sign-in.ts';
import { clientAddressHeader, type SignIn, signInPath, signUpClosed } from './sign-in.ts';

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
  /** Whether a session that it gives is a person's arrival, and not the same person's with more or fewer rights. */
  readonly signsIn?: true;
  /** As of operations: the browser must have been signed in within the last 15 minutes. */
  readonly recentProof?: true;
}

/** All that is let through. What better-auth offers beyond has no use here, or shows session tokens. */
const entrances: readonly Entrance[] = [
  { method: 'POST', path: '/sign-up/email', limit: 'sign-up', account: 'email', signsIn: true },
  { method: 'POST', path: '/sign-in/email', limit: 'sign-in', account: 'email', signsIn: true },
  { method: 'POST', path: '/sign-in/passkey/options', limit: 'challenge' },
  { method: 'POST', path: '/sign-in/passkey', limit: 'sign-in', signsIn: true },
  { method: 'POST', path: '/sign-out' },
  // Every browser, this one too.
  { method: 'POST', path: '/revoke-sessions' },
  { method: 'GET', path: '/get-session' },
  { method: 'POST', path: '/update-user' },
  {
    method: 'POST',
    path: '/change-password',
    limit: 'password',
    account: 'session',
    always: { revokeOtherSessions: true },
  },
  { method: 'POST', path: '/change-email', limit: 'mail', account: 'session', recentProof: true },
  { method: 'POST', path: '/request-password-reset', limit: 'mail', account: 'email' },
  { method: 'POST', path: '/reset-password', limit: 'reset' },
  { method: 'POST', path: '/send-verification-email', limit: 'mail', account: 'email' },
  { method: 'GET', path: '/verify-email' },
  { method: 'POST', path: '/two-factor/enable', limit: 'password', account: 'session' },
  { method: 'POST', path: '/two-factor/disable', limit: 'password', account: 'session' },
  { method: 'POST', path: '/two-factor/get-totp-uri', limit: 'password', account: 'session' },
  { method: 'POST', path: '/two-factor/generate-backup-codes', limit: 'password', account: 'session' },
  // better-auth counts wrong codes by account itself, in the database.
  { method: 'POST', path: '/two-factor/verify-totp', limit: 'second-factor', account: 'session', signsIn: true },
  { method: 'POST', path: '/two-factor/verify-backup-code', limit: 'second-factor', account: 'session', signsIn: true },
];

export function serveSignIn(app: FastifyInstance, instance: Instance, door: SignInDoor): void {
  for (const entrance of entrances) {
    app.route({
      method: entrance.method,
      url: signInPath + entrance.path,
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
  const held = await sessionOf(instance, request.headers.cookie);
  if (entrance.recentProof && held !== null) requireRecent(held, instance.clock.now());
  const attempt = entrance.limit === undefined ? null : await begin(instance, entrance, entrance.limit, request, held);
  const response = await door.signIn.handle(asWebRequest(instance, entrance, request));
  await settle(instance, entrance, request, response, held);
  if (response.ok) await attempt?.succeeded();
  const text = withoutTokens(await response.text());
  // Two who came first at the same moment: the other one was quicker.
  if (response.status === 409 && text.includes(signUpClosed)) throw new Problem('sign_up_closed');
  reply.code(response.status).header('cache-control', 'no-store');
  // A second factor that is locked after too many wrong codes stays so for a quarter of an hour.
  if (response.status === 429) reply.header('retry-after', response.headers.get('retry-after') ?? '900');
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const location = response.headers.get('location');
  if (location !== null) reply.header('location', location);
  return reply
    .type('application/json; charset=utf-8')
    .serializer((body: string) => body)
    .send(text);
}

function requireRecent(session: BrowserSession, now: Date): void {
  const verdict = judge({ cookie: true, recentProof: true }, { kind: 'cookie', ...session }, now);
  if (verdict.kind === 'proof_too_old') throw new Problem('reauthentication_required');
}

function begin(
  instance: Instance,
  entrance: Entrance,
  action: LimitedAction,
  request: FastifyRequest,
  held: BrowserSession | null,
): Promise<Attempt> {
  return beginAttempt(instance, action, { account: accountOf(entrance, request, held), address: request.ip });
}

function accountOf(entrance: Entrance, request: FastifyRequest, held: BrowserSession | null): string | null {
  if (entrance.account === 'email') {
    const email = (request.body as { email?: unknown } | undefined)?.email;
    return typeof email === 'string' ? email.toLowerCase() : null;
  }
  return entrance.account === 'session' ? (held?.userId ?? null) : null;
}

/** What follows from a session that an answer gives: it is noted, and the one that it replaces is over. */
async function settle(
  instance: Instance,
  entrance: Entrance,
  request: FastifyRequest,
  response: Response,
  held: BrowserSession | null,
): Promise<void> {
  if (!response.ok) return;
  const name = sessionCookieName(instance.publicUrl);
  const given = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] as string)
    .findLast((cookie) => cookie.startsWith(`${name}=`) && sessionTokenIn(cookie, instance.publicUrl) !== null);
  const token = sessionTokenIn(request.headers.cookie, instance.publicUrl);
  if (given === undefined || sessionTokenIn(given, instance.publicUrl) === token) return;
  // A second factor that is set up or asked for again finds its person signed in already.
  const arrives = entrance.signsIn && !(entrance.limit === 'second-factor' && held !== null);
  const origin = { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
  if (arrives) await recordSignIn(instance, given, origin);
  if (token !== null) await endSessionWithToken(instance.db, token);
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
