// Decides which pages of other origins may call an operation and read its responses (Fetch Standard, CORS protocol).
// None may send cookies.
import type { IncomingHttpHeaders } from 'node:http';
import type { Access } from '../../../core/access.ts';

/** Whether pages of this origin may call with a token, because the operator or a registered client allows it. */
export type MayCallWithToken = (origin: string) => Promise<boolean>;

export interface Offered {
  readonly method: string;
  readonly access: Access;
}

type Headers = Readonly<Record<string, string>>;

/** The response headers that pages may read. */
const exposed =
  'x-request-id, idempotency-replayed, retry-after, ratelimit, ratelimit-policy, link, x-counts, date, ' +
  'deprecation, sunset';
const plainHeaders = 'content-type, idempotency-key';

/** The headers of public operations, which are open to every page. */
export const openToPages: Headers = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
};

/** Returns the headers of a response. Public operations are open to every page, and others to known origins. */
export async function answerHeaders(
  access: Access,
  headers: IncomingHttpHeaders,
  mayCallWithToken: MayCallWithToken,
): Promise<Headers> {
  if (access.public === true) return openToPages;
  if (!takesToken(access) || headers.authorization === undefined) return {};
  const vary = { vary: 'Origin' };
  const { origin } = headers;
  if (origin === undefined || !(await mayCallWithToken(origin))) return vary;
  return { ...vary, 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed };
}

/** Returns the headers for a preflight request. `operations` are all operations at the path. */
export async function preflightHeaders(
  offered: readonly Offered[],
  headers: IncomingHttpHeaders,
  mayCallWithToken: MayCallWithToken,
): Promise<Headers> {
  const open = offered.filter(({ access }) => access.public === true);
  const withToken = offered.filter(({ access }) => access.public === true || takesToken(access));
  const { origin } = headers;
  const asksForToken =
    /\bauthorization\b/i.test(headers['access-control-request-headers'] ?? '') ||
    !open.some(({ method }) => methodsOf(method).includes(headers['access-control-request-method'] ?? 'GET'));
  if (asksForToken && origin !== undefined && withToken.length > 0 && (await mayCallWithToken(origin)))
    return allowing(origin, withToken, `authorization, ${plainHeaders}`, 600);
  if (open.length === 0) return { vary: 'Origin' };
  return allowing('*', open, plainHeaders, 86_400);
}

function allowing(origin: string, offered: readonly Offered[], headers: string, seconds: number): Headers {
  return {
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'access-control-allow-origin': origin,
    'access-control-allow-methods': offered.flatMap(({ method }) => methodsOf(method)).join(', '),
    'access-control-allow-headers': headers,
    'access-control-max-age': String(seconds),
  };
}

function methodsOf(method: string): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

function takesToken(access: Access): boolean {
  return access.pat !== undefined || access.appToken === true || access.oauth2 !== undefined;
}
