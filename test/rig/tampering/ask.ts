// Sends plain requests without comparing responses with the API document, which would cost more than the request.
import { request } from 'undici';
import type { Json } from '../client.ts';

export interface Asked {
  readonly token?: string;
  readonly cookies?: ReadonlyMap<string, string>;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answered {
  readonly status: number;
  readonly location: string | null;
  /** Parsed JSON, or the text if it is not JSON. */
  readonly body: Json;
  readonly setCookies: readonly string[];
}

export type Ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, asked?: Asked) => Promise<Answered>;

/** `url`: the service's, without a trailing slash. Redirects are not followed. */
export function asking(url: string): Ask {
  return async (method, path, { token, cookies, json, form, headers = {} } = {}) => {
    const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
    const body = form === undefined ? json && JSON.stringify(json) : new URLSearchParams(form).toString();
    const answer = await request(url + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(cookies === undefined ? {} : { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(body === undefined ? {} : { 'content-type': type, origin: url }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.body.text();
    const { location = null, 'set-cookie': cookie = [] } = answer.headers;
    return {
      status: answer.statusCode,
      body: parsed(text),
      setCookies: [cookie].flat(),
      location: location === null ? null : String(location),
    };
  };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
