// A small API client for tests, and the only way in which tests wait.
import { type Dispatcher, request } from 'undici';
import { assertServedAsDescribed } from './interface/document.ts';

export interface Answer<Body = unknown> {
  readonly status: number;
  readonly headers: Headers;
  /**
   * Parsed JSON, or the text if it is not JSON; undefined for an empty response and for a stream, which is not read.
   */
  readonly body: Body;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Added to the query of the path. v=1 is always sent unless v is given here; null omits it. */
  readonly query?: Readonly<Record<string, string | number | null>>;
  readonly signal?: AbortSignal;
}

export interface Client {
  get<Body = Json>(path: string, options?: CallOptions): Promise<Answer<Body>>;
  post<Body = Json>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<Body>>;
  put<Body = Json>(path: string, body?: unknown, options?: CallOptions): Promise<Answer<Body>>;
  delete<Body = Json>(path: string, options?: CallOptions): Promise<Answer<Body>>;
  /** The same client with another token, or with none. */
  as(token: string | null): Client;
}

/** A response's body before a test has checked its members. */
// biome-ignore lint/suspicious/noExplicitAny: a story reads members of an answer that only the API document types.
export type Json = any;

/**
 * `baseUrl` is the API's, such as `http://127.0.0.1:3000/api`. The token is sent as a bearer. No status throws, but a
 * response that the API document does not describe does.
 */
export function client(baseUrl: string, token: string | null = null): Client {
  const call = async (method: string, path: string, body: unknown, options: CallOptions): Promise<Answer<Json>> => {
    const headers = new Headers(token === null ? {} : { authorization: `Bearer ${token}` });
    if (body !== undefined) headers.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
    // Costs half of fetch, and follows no redirect.
    const response = await request(address(baseUrl, path, options), {
      method: method as Dispatcher.HttpMethod,
      headers,
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const answered = headersOf(response);
    const answer = { status: response.statusCode, headers: answered, body: await bodyOf(answered, response) };
    await assertServedAsDescribed(baseUrl, method, path, answer);
    return answer;
  };
  return {
    get: (path, options = {}) => call('GET', path, undefined, options),
    post: (path, body, options = {}) => call('POST', path, body, options),
    put: (path, body, options = {}) => call('PUT', path, body, options),
    delete: (path, options = {}) => call('DELETE', path, undefined, options),
    as: (other) => client(baseUrl, other),
  };
}

/** Returns the body of a successful response. Any other status throws with the full response. */
export async function ok<Body>(answer: Promise<Answer<Body>>): Promise<Body> {
  const { status, body } = await answer;
  if (status >= 200 && status < 300) return body;
  throw new Error(`Answered ${status}: ${JSON.stringify(body, null, 2)}`);
}

/** The first pause. Pauses become longer during a long wait. */
const shortestPauseMs = 20;
const longestPauseMs = 250;

/**
 * Repeats `condition` until it returns a truthy value, and returns that value. The time limit only prevents a broken
 * service from blocking the test; it is no statement about speed. An error of `condition` ends the wait.
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  what: string | (() => string),
  options: { readonly withinMs?: number; readonly everyMs?: number } = {},
): Promise<NonNullable<T>> {
  const withinMs = options.withinMs ?? 120_000;
  const deadline = performance.now() + withinMs;
  for (let pauseMs = shortestPauseMs; ; pauseMs = Math.min(pauseMs * 1.25, longestPauseMs)) {
    const answer = await condition();
    if (answer) return answer;
    if (performance.now() > deadline) {
      throw new Error(`Waited ${withinMs / 1000} s without success for ${typeof what === 'string' ? what : what()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, options.everyMs ?? pauseMs));
  }
}

/** Opens a stream of server-sent events and reads until its end, without a time limit. */
export async function openStream(url: string, headers: Readonly<Record<string, string>>): Promise<() => boolean> {
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers } });
  if (response.status !== 200) throw new Error(`Answered ${response.status}: ${await response.text()}`);
  let isOver = false;
  void response.text().then(
    () => (isOver = true),
    () => (isOver = true),
  );
  return () => isOver;
}

function address(baseUrl: string, path: string, options: CallOptions): string {
  const url = new URL(baseUrl + path);
  if (!url.searchParams.has('v')) url.searchParams.set('v', '1');
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, String(value));
  }
  return url.href;
}

function headersOf(response: Dispatcher.ResponseData): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(response.headers))
    for (const value of [values].flat()) headers.append(name, value);
  return headers;
}

async function bodyOf(headers: Headers, { body }: Dispatcher.ResponseData): Promise<unknown> {
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    // Destroying the stream emits an error, which is expected.
    body.on('error', () => undefined).destroy();
    return undefined;
  }
  const text = await body.text();
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
