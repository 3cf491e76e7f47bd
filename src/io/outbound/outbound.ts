// The one way out to URLs that somebody else wrote: public addresses only, no redirects, little time, little to read.
import type { Socket } from 'node:net';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { type AddressRange, parseAddress } from '../../core/public-address.ts';
import { OutboundFailure } from './outbound-failure.ts';
import { checkedLookup, type Resolve, resolveName } from './outbound-lookup.ts';
import { explainRefusal, isCallable, refuseUrl, type UrlRefusal } from './outbound-url.ts';

export interface OutboundGate {
  /** Why the URL is never called, or null. A name can still turn out to lead to no public address when it is called. */
  checkUrl(url: string): UrlRefusal | null;
  /**
   * Sends a POST. Answers whatever status comes, redirects included; throws OutboundFailure where none comes in time.
   */
  post(url: string, request: PostRequest): Promise<OutboundAnswer>;
  /**
   * Reads a whole resource of at most `maxBytes`; throws OutboundFailure beyond it, or where it does not come in time.
   */
  get(url: string, request: GetRequest): Promise<OutboundResource>;
  /** Loads what a call needs, so that the first is as quick as any. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

export interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For all of it: name, connection, request and answer. */
  readonly timeoutMs: number;
  /** Gives the call up: `aborted`, unless the signal's reason is an OutboundFailure of its own. */
  readonly signal?: AbortSignal;
}

export interface GetRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly retryAfter: string | null;
  /** The Location header, as a redirect has it. */
  readonly location: string | null;
  /** The first KiB of the answer as text, without NUL characters (PostgreSQL keeps none). */
  readonly bodyExcerpt: string;
}

export interface OutboundResource {
  readonly status: number;
  /** The Location header, as a redirect has it. */
  readonly location: string | null;
  readonly contentType: string | null;
  readonly body: Buffer;
}

const excerptBytes = 1024;
/** Read past the excerpt so that an ordinary answer ends and its connection can be used again; beyond it, cut. */
const drainBytes = 64 * 1024;
/** How long the rest of an answer may take once its status is here: the status alone decides. Milliseconds. */
const drainMs = 2_000;

/**
 * `allowCidrs`: ranges that the operator lets be called although they are not public. `resolve` answers every address
 * of a name (default: DNS). A name is resolved once per connection, each of its addresses checked, and the connection
 * made to one of those very addresses, so that an answer which changes in between (DNS rebinding) changes nothing.
 */
export function outboundGate(options: { allowCidrs: readonly AddressRange[]; resolve?: Resolve }): OutboundGate {
  const allowed = options.allowCidrs;
  let opening: Promise<Agent> | null = null;
  const opened = () => {
    opening ??= openAgent(allowed, options.resolve ?? resolveName(allowed.length > 0));
    return opening;
  };

  async function request<T>(
    url: string,
    send: Omit<Dispatcher.RequestOptions, 'origin' | 'path'>,
    limits: { timeoutMs: number; signal?: AbortSignal },
    read: (answer: Dispatcher.ResponseData, cut: AbortController) => Promise<T>,
  ): Promise<T> {
    const refusal = refuseUrl(url, allowed);
    if (refusal !== null) throw new OutboundFailure(refusal, explainRefusal(refusal));
    const { origin, pathname, search } = new URL(url);
    const cut = new AbortController();
    const onAbort = () => cut.abort(givenUp(limits.signal?.reason));
    if (limits.signal?.aborted) onAbort();
    limits.signal?.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => cut.abort(new OutboundFailure('timeout', 'No answer in time.')), limits.timeoutMs);
    try {
      const agent = await opened();
      const answer = await agent.request({ ...send, origin, path: pathname + search, signal: cut.signal });
      return await read(answer, cut);
    } catch (error) {
      throw asFailure(error);
    } finally {
      clearTimeout(timer);
      limits.signal?.removeEventListener('abort', onAbort);
    }
  }

  return {
    checkUrl: (url) => refuseUrl(url, allowed),
    post: (url, { headers, body, ...limits }) =>
      request(url, { method: 'POST', headers, body }, limits, async (answer, cut) => ({
        status: answer.statusCode,
        retryAfter: headerOf(answer, 'retry-after'),
        location: headerOf(answer, 'location'),
        bodyExcerpt: await readExcerpt(answer, cut),
      })),
    get: (url, { headers = {}, maxBytes, ...limits }) =>
      request(url, { method: 'GET', headers }, limits, async (answer) => ({
        status: answer.statusCode,
        location: headerOf(answer, 'location'),
        contentType: headerOf(answer, 'content-type'),
        body: await readAll(answer, maxBytes),
      })),
    async prepare() {
      await opened();
    },
    close: async () => (await opening)?.destroy(),
  };
}

/** The library is loaded when it is needed: many a process makes no call. */
async function openAgent(allowed: readonly AddressRange[], resolve: Resolve): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  return new Agent({
    connect: checkedConnector(buildConnector, allowed, resolve),
    // Callers bound what they have under way: a bound for each origin would let one silent path hold up all others.
    connections: null,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16 * 1024,
    maxOrigins: Number.POSITIVE_INFINITY,
  });
}

/** Connects to checked addresses only, and looks once more at what it was connected to. */
function checkedConnector(
  build: typeof buildConnector,
  allowed: readonly AddressRange[],
  resolve: Resolve,
): buildConnector.connector {
  const lookup = checkedLookup(resolve, (address) => isCallable(address, allowed));
  const connect = build({ lookup, timeout: 10_000, allowH2: false } as buildConnector.BuildOptions);
  return (target, done) =>
    connect(target, (...[error, socket]: [Error, null] | [null, Socket]) => {
      if (error !== null) return done(error, null);
      const peer = parseAddress(socket.remoteAddress ?? '');
      if (peer !== null && isCallable(peer, allowed)) return done(null, socket);
      socket.destroy();
      done(new OutboundFailure('address_not_public', explainRefusal('address_not_public')), null);
    });
}

async function readExcerpt(answer: Dispatcher.ResponseData, cut: AbortController): Promise<string> {
  const timer = setTimeout(() => cut.abort(), drainMs);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      if (size < excerptBytes) parts.push(chunk.subarray(0, excerptBytes - size));
      size += chunk.length;
      if (size > drainBytes) break; // leaving the loop destroys the body and its connection
    }
  } catch {
    // The status has come; that the rest was reset, cut or too slow does not undo it.
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(parts).toString('utf8').replaceAll('\u0000', '');
}

async function readAll(answer: Dispatcher.ResponseData, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer.body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new OutboundFailure('body_too_large', `The answer is larger than ${maxBytes} bytes.`);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

function headerOf(answer: Dispatcher.ResponseData, name: string): string | null {
  const value = answer.headers[name];
  return typeof value === 'string' ? value : null;
}

function givenUp(reason: unknown): OutboundFailure {
  return reason instanceof OutboundFailure ? reason : new OutboundFailure('aborted', 'The call was given up.');
}

function asFailure(error: unknown): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new OutboundFailure('timeout', 'No connection in time.');
  return new OutboundFailure('connection_failed', `The connection failed (${code}).`);
}
