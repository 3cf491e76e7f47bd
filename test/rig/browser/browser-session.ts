// A browser as the API sees one: it keeps cookies, sends them back, and repeats the CSRF token it was last given.
import { type Answer, type CallOptions, type Client, client, type Json } from '../client.ts';

export interface BrowserSession {
  readonly cookies: Map<string, string>;
  /** The X-Csrf-Token of the last answer that had one. */
  csrf(): string | null;
  /** Calls below /api/auth, where there is no version. */
  auth(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<Answer<Json>>;
  /** Calls of the API with the cookies and the CSRF token. */
  readonly api: Client;
  /** Another browser with the same cookies, as a thief of them would have. */
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
