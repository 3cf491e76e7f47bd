// The API for this browser: with the session's cookie, the CSRF token and a new idempotency key for each change.
// Response types come from sdk/typescript/src/generated/api.ts.
import { randomUuid } from '../../checkout/browser/random-uuid.ts';
import { publicPath } from '../public-path.ts';
import { ApiProblem, declined, problemOf, unreachable } from './api-problem.ts';
import { answered, lost } from './connection.ts';
import { proveItIsYou } from './step-up.ts';

/** Several values of one name are sent as several parameters; undefined and empty values are left out. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** One page of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The cursor of the next page; null on the last. */
  readonly next: string | null;
  /** The number of rows by status, if `counts=true` was requested. */
  readonly counts: Readonly<Record<string, number>> | null;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * All methods throw ApiProblem. A call that needs step-up authentication opens the dialog and is repeated. If the
 * session has ended, the sign-in opens and leads back.
 */
export const api = {
  get: async <T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> =>
    (await read(path, query, signal)).body as T,
  async page<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Page<T>> {
    const { body, headers } = await read(path, query, signal);
    return { items: body as T[], next: nextCursor(headers), counts: countsOf(headers) };
  },
  post: <T>(path: string, body: object = {}): Promise<T> => act<T>('POST', path, body),
  put: <T>(path: string, body: object = {}): Promise<T> => act<T>('PUT', path, body),
  delete: <T>(path: string): Promise<T> => act<T>('DELETE', path),
  /** Calls below /api/auth, which have no version, CSRF token or idempotency key. */
  auth: async <T>(path: string, body?: object): Promise<T> =>
    (
      await send(
        body === undefined ? 'GET' : 'POST',
        `${publicPath}/api/auth${path}`,
        body === undefined ? {} : { body },
      )
    ).body as T,
  /** As `auth`, for calls that need step-up authentication: changes of how the user signs in. */
  authProved: async <T>(path: string, body: object): Promise<T> =>
    (await proved(() => send('POST', `${publicPath}/api/auth${path}`, { body }))).body as T,
};

let whenSignedOut: () => void = () => {};

/** Sets the listener that opens the sign-in when the session has ended. */
export function onSignedOut(listener: () => void): void {
  whenSignedOut = listener;
}

interface Sent {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

interface Reply {
  readonly body: unknown;
  readonly headers: Headers;
}

/** The token of the newest GET response. Scripts cannot read the cookie that belongs to it. */
let csrfToken: string | null = null;

/** The path with its query and the version. */
export function pathWith(path: string, query: Query): string {
  const search = new URLSearchParams({ v: '1' });
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== '') search.append(name, String(one));
    }
  }
  return `${publicPath}/api${path}?${search}`;
}

async function read(path: string, query: Query, signal?: AbortSignal): Promise<Reply> {
  return guarded(() => send('GET', pathWith(path, query), { signal }));
}

/** One change: sent with one key, so that it happens once however often the network drops it. */
async function act<T>(method: Method, path: string, body?: object): Promise<T> {
  const reply = await guarded(async () => {
    const key = randomUuid();
    for (let attempt = 1; ; attempt++) {
      csrfToken ??= await askForToken();
      const headers = { 'Idempotency-Key': key, 'X-Csrf-Token': csrfToken ?? '' };
      try {
        return await send(method, pathWith(path, {}), { headers, ...(body === undefined ? {} : { body }) });
      } catch (error) {
        if (!(error instanceof ApiProblem) || attempt === 3) throw error;
        if (error.code === 'csrf_failed') csrfToken = null;
        else if (error.status !== 0 && error.code !== 'request_in_progress') throw error;
        else await new Promise((resolve) => setTimeout(resolve, attempt * 700));
      }
    }
  });
  return reply.body as T;
}

/** Any GET of the group would do; this one is small. */
async function askForToken(): Promise<string | null> {
  await send('GET', pathWith('/app', { limit: 1 }), {});
  return csrfToken;
}

/** Opens the sign-in if the call needs it. */
async function guarded(call: () => Promise<Reply>): Promise<Reply> {
  try {
    return await proved(call);
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 401) whenSignedOut();
    throw error;
  }
}

/** Calls again after step-up authentication. A refusal is final for its key, so the second call has a new key. */
async function proved(call: () => Promise<Reply>): Promise<Reply> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'reauthentication_required') throw error;
    if (!(await proveItIsYou())) throw declined();
    return call();
  }
}

async function send(method: Method, url: string, { body, headers = {}, signal }: Sent): Promise<Reply> {
  const limit = AbortSignal.timeout(30_000);
  let response: Response;
  let answer: unknown;
  try {
    response = await fetch(url, {
      method,
      headers: {
        Accept: 'application/json',
        ...headers,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: 'no-store',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    answer = await response.json().catch(() => null);
  } catch (error) {
    if (signal?.aborted) throw error;
    lost();
    throw unreachable();
  }
  csrfToken = response.headers.get('X-Csrf-Token') ?? csrfToken;
  const problem = response.ok ? null : problemOf(response.status, response.headers, answer);
  // A proxy in front of a stopped service answers with its own page.
  const isAway =
    problem !== null && (problem.code === 'temporarily_unavailable' || (response.status >= 502 && answer === null));
  if (isAway) lost();
  else answered();
  if (problem !== null) throw problem;
  return { body: answer, headers: response.headers };
}

function nextCursor(headers: Headers): string | null {
  const next = /<([^<>]+)>; rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return next === undefined ? null : (URL.parse(next)?.searchParams.get('cursor') ?? null);
}

/** Of `open=3, paid=10000;more`: a dictionary (RFC 9651). */
function countsOf(headers: Headers): Record<string, number> | null {
  const text = headers.get('X-Counts');
  if (text === null) return null;
  const pairs = [...text.matchAll(/(?:^|, )([\w-]+)=(\d+)/g)];
  return Object.fromEntries(pairs.map(([, name = '', count]) => [name, Number(count)]));
}
