// Passes /api/auth/* on to better-auth. Adds rate limits across all nodes, and removes secrets from response bodies.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Attempting } from '../../../../core/access/attempt-limits.ts';
import { isCertain } from '../../../../core/effects/effects-of.ts';
import { requireProof } from '../../../../core/effects/require-effects.ts';
import { fieldProblem, Problem } from '../../../../core/problem.ts';
import { isSameOrigin } from '../../../../io/http/browser/same-origin.ts';
import { whyGuessable, wordsOfEmail } from '../../../../io/secrets/password-strength.ts';
import type { Instance } from '../../../instance.ts';
import {
  type BrowserSession,
  endSessionWithToken,
  sessionCookieName,
  sessionOf,
  sessionTokenIn,
} from '../session-store.ts';
import { findUser, findUserByEmail } from '../store.ts';
import { beginAttempt } from './attempt-limit.ts';
import { deviceCookies, type KnownDevice } from './device-cookie.ts';
import { type Entrance, entrances } from './endpoint-schemas.ts';
import { recordSignIn } from './records/record-sign-in.ts';
import { clientAddressHeader, endAccessHeader, type SignIn, signInPath } from './sign-in.ts';
import { reportWrongCode } from './wrong-codes/report-wrong-code.ts';

export interface SignInDoor {
  readonly signIn: SignIn;
  readonly signUp: 'open' | 'closed';
}

export function serveSignIn(app: FastifyInstance, instance: Instance, door: SignInDoor): void {
  for (const entrance of entrances) {
    app.route({
      method: entrance.method,
      url: signInPath + entrance.path,
      exposeHeadRoute: false,
      bodyLimit: 16 * 1024,
      handler: (request, reply) => passThrough(instance, door, entrance, { request, reply }),
    });
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function passThrough(
  instance: Instance,
  door: SignInDoor,
  entrance: Entrance,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  if (entrance.method !== 'GET' && !isSameOrigin(request.headers, instance.publicUrl)) {
    throw new Problem('csrf_failed', { detail: `This page does not belong to ${instance.publicUrl}.` });
  }
  if (entrance.path === '/sign-up/email' && door.signUp !== 'open') throw new Problem('sign_up_closed');
  const held = await sessionOf(instance, request.headers.cookie);
  if (held !== null && entrance.writes !== undefined && isCertain(entrance.writes, 'edited'))
    requireProof({ kind: 'cookie', ...held }, instance.clock.now());
  const devices = deviceCookies(instance.vault.keyFor('device cookie'), instance.publicUrl);
  const device = devices.read(request.headers.cookie);
  const isSecondFactor = entrance.limit === 'second-factor' && held === null;
  const awaiting = isSecondFactor ? await door.signIn.awaitingCode(request.headers.cookie) : null;
  const known = { device, userId: held?.userId ?? awaiting };
  const attempt =
    entrance.limit === undefined
      ? null
      : await beginAttempt(instance, entrance.limit, await attempting(instance, entrance, request, known));
  await refuseGuessable(entrance, request.body, held?.userId ?? null, instance);
  const response = await door.signIn.handle(asWebRequest(instance, entrance, request));
  const arrived = await settle(instance, entrance, { request, response, held, device });
  if (arrived !== null && device?.userId !== arrived) reply.header('set-cookie', devices.make(arrived));
  if (response.ok) await attempt?.succeeded();
  const text = withoutTokens(await response.text());
  if (awaiting !== null && isWrongCode(response, text)) await reportWrongCode(instance, awaiting, originOf(request));
  reply.code(response.status).header('cache-control', 'no-store');
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const location = response.headers.get('location');
  if (location !== null) reply.header('location', location);
  return reply
    .type('application/json; charset=utf-8')
    .serializer((body: string) => body)
    .send(text);
}

interface Known {
  readonly device: KnownDevice | null;
  /** The signed-in person, or the one who has entered the password but no code yet. */
  readonly userId: string | null;
}

/** The device cookie counts if it belongs to the account of the attempt, or if the attempt names no account. */
async function attempting(
  instance: Instance,
  entrance: Entrance,
  request: FastifyRequest,
  { device, userId }: Known,
): Promise<Attempting> {
  const address = request.ip;
  const ofDevice = (owner: string | null) => (device !== null && device.userId === owner ? device.id : null);
  if (entrance.account === undefined) return { account: null, address, device: device?.id ?? null };
  if (entrance.account === 'session') return { account: userId, address, device: ofDevice(userId) };
  const account = memberOf(request.body, 'email')?.toLowerCase() ?? null;
  const owner = device === null || account === null ? null : await findUserByEmail(instance.db, account);
  return { account, address, device: ofDevice(owner?.id ?? null) };
}

/** Whether better-auth rejected a one-time code, wrong or already used, or a recovery code. */
function isWrongCode({ status }: Response, text: string): boolean {
  return status === 401 && /"code":"INVALID_(?:BACKUP_)?CODE"/.test(text);
}

/** Throws Problem validation_failed that names the field with an easily guessed password. */
async function refuseGuessable(
  { newPassword }: Entrance,
  body: unknown,
  userId: string | null,
  { db }: Instance,
): Promise<void> {
  const chosen = newPassword === undefined ? null : memberOf(body, newPassword);
  // better-auth rejects passwords of other lengths.
  if (newPassword === undefined || chosen === null || chosen.length < 8 || chosen.length > 128) return;
  const email = userId === null ? memberOf(body, 'email') : ((await findUser(db, userId))?.email ?? null);
  const why = await whyGuessable(chosen, email === null ? [] : wordsOfEmail(email));
  if (why !== null) throw fieldProblem(newPassword, 'too_guessable', why);
}

function memberOf(body: unknown, name: string): string | null {
  const value = (body as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' ? value : null;
}

interface Passed {
  readonly held: BrowserSession | null;
  readonly device: KnownDevice | null;
  readonly request: FastifyRequest;
  readonly response: Response;
}

/**
 * Handles a new session in the response: records it, notifies the person if the browser is new, and ends the replaced
 * session. Returns the id of the person who signed in, or null.
 */
async function settle(
  instance: Instance,
  entrance: Entrance,
  { request, response, held, device }: Passed,
): Promise<string | null> {
  if (!response.ok) return null;
  const name = sessionCookieName(instance.publicUrl);
  const given = response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] as string)
    .findLast((cookie) => cookie.startsWith(`${name}=`) && sessionTokenIn(cookie, instance.publicUrl) !== null);
  const token = sessionTokenIn(request.headers.cookie, instance.publicUrl);
  if (given === undefined || sessionTokenIn(given, instance.publicUrl) === token) return null;
  // With an existing session, a second factor is only set up or verified again, which is not a sign-in.
  const arrives = entrance.signsIn && !(entrance.limit === 'second-factor' && held !== null);
  const origin = originOf(request);
  // After a sign-up, the browser needs no notice.
  const knownTo = entrance.path === '/sign-up/email' ? 'anybody' : (device?.userId ?? null);
  const arrived = arrives ? await recordSignIn(instance, given, origin, knownTo) : null;
  if (token !== null) await endSessionWithToken(instance.db, token);
  return arrived;
}

function originOf(request: FastifyRequest) {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
}

function asWebRequest(instance: Instance, entrance: Entrance, request: FastifyRequest): Request {
  const { origin } = new URL(instance.publicUrl);
  const headers = new Headers();
  for (const name of ['cookie', 'user-agent', 'accept-language'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  // The origin was checked above. better-auth requires an Origin with every cookie, and only browsers send one.
  headers.set('origin', origin);
  headers.set(clientAddressHeader, request.ip);
  const url = new URL(request.url, origin);
  if (entrance.method === 'GET') return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  const sent = (request.body ?? {}) as Readonly<Record<string, unknown>>;
  headers.set(endAccessHeader, endsAccess(entrance, sent) ? 'yes' : 'no');
  const body = JSON.stringify({ ...sent, ...entrance.always });
  return new Request(url, { method: 'POST', headers, body });
}

/** A reset ends all other access by default. A change of the password does so only on request. */
function endsAccess({ path }: Entrance, { endOtherAccess }: Readonly<Record<string, unknown>>): boolean {
  return path === '/reset-password' ? endOtherAccess !== false : endOtherAccess === true;
}

/** The session token belongs only in the cookie, which scripts cannot read. */
function withoutTokens(text: string): string {
  if (text === '') return text;
  return JSON.stringify(JSON.parse(text), (key, value: unknown) => (key === 'token' ? undefined : value));
}
