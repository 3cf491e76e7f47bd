// A browser as the API sees it: it stores cookies, sends them back, and repeats the latest CSRF token.
import { type Answer, type CallOptions, type Client, client, type Json } from '../client.ts';

export interface BrowserSession {
  readonly cookies: Map<string, string>;
  /** The X-Csrf-Token of the last response that had one. */
  csrf(): string | null;
  /** Calls unversioned paths below /api/auth. */
  auth(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer<Json>>;
  /** Calls the API with the cookies and the CSRF token. */
  readonly api: Client;
  /** Another browser with the same cookies, as if they were stolen. */
  copy(): BrowserSession;
}

export function browserSession(apiUrl: string, held: Iterable<readonly [string, string]> = []): BrowserSession {
  const cookies = new Map<string, string>(held);
  let csrf: string | null = null;
  const plain = client(apiUrl);
  const call = async (
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<Answer<Json>> => {
    const headers = {
      ...cookieHeader(cookies),
      ...(csrf === null ? {} : { 'x-csrf-token': csrf }),
      ...options.headers,
    };
    const given = { ...options, headers };
    const answer =
      method === 'get' || method === 'delete'
        ? await plain[method](path, given)
        : await plain[method](path, body, given);
    keepCookies(cookies, answer.headers);
    csrf = answer.headers.get('x-csrf-token') ?? csrf;
    return answer;
  };
  return {
    cookies,
    csrf: () => csrf,
    auth: (path, body, headers = {}) =>
      call(body === undefined ? 'get' : 'post', `/auth${path}`, body, { query: { v: null }, headers }),
    api: {
      get: (path, options) => call('get', path, undefined, options),
      post: (path, body, options) => call('post', path, body, options),
      put: (path, body, options) => call('put', path, body, options),
      delete: (path, options) => call('delete', path, undefined, options),
      as: (token) => plain.as(token),
    },
    copy: () => browserSession(apiUrl, cookies),
  };
}

function cookieHeader(cookies: ReadonlyMap<string, string>): Record<string, string> {
  if (cookies.size === 0) return {};
  return { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
}

function keepCookies(cookies: Map<string, string>, headers: Headers): void {
  for (const line of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/;\s*max-age=0/i.test(line) || value === '') cookies.delete(name);
    else cookies.set(name, value);
  }
}
