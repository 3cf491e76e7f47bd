// Calls untrusted URLs: public addresses only, no redirects, with short time limits and small responses.
import type { Socket } from 'node:net';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { type AddressRange, parseAddress } from '../../core/public-address.ts';
import { OutboundFailure } from './outbound-failure.ts';
import { checkedLookup, type Resolve, resolveName } from './outbound-lookup.ts';
import { explainRefusal, isCallable, refuseUrl, type UrlRefusal } from './outbound-url.ts';

export interface OutboundGate {
  /**
   * Returns why the URL is never called, or null. The call can still fail if the name resolves to no public address.
   */
  checkUrl(url: string): UrlRefusal | null;
  /**
   * Sends a notification and returns the response with any status, including redirects. Throws OutboundFailure if there
   * is none in time.
   */
  call(url: string, request: CallRequest): Promise<OutboundAnswer>;
  /**
   * Reads a whole resource of at most `maxBytes`. Throws OutboundFailure if it is larger, or does not arrive in time.
   */
  get(url: string, request: GetRequest): Promise<OutboundResource>;
  /** Loads the library, so that the first call is not slower. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

export interface CallRequest {
  /** Default: POST. */
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Null for a GET. */
  readonly body: string | null;
  /** For the whole call: DNS, connection, request and response. */
  readonly timeoutMs: number;
  /** Aborts the call with the code `aborted`, or with the signal's reason if that is an OutboundFailure. */
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
  /** The Location header of a redirect. */
  readonly location: string | null;
  /** The first KiB of the response as text, without NUL characters, which PostgreSQL cannot store. */
  readonly bodyExcerpt: string;
}

export interface OutboundResource {
  readonly status: number;
  /** The Location header of a redirect. */
  readonly location: string | null;
  readonly contentType: string | null;
  readonly body: Buffer;
}

const excerptBytes = 1024;
/** Reads this much more, so that the connection of an ordinary response can be reused. Larger responses are cut off. */
const drainBytes = 64 * 1024;
/**
 * The time limit in milliseconds for the rest of a response after its status. The result depends only on the status.
 */
const drainMs = 2_000;

/**
 * `allowCidrs` are non-public ranges that the operator allows. `resolve` returns every address of a name (default:
 * DNS). A name is resolved once per connection and each of its addresses is checked. The connection uses one of these
 * addresses, so a DNS answer that changes in between (DNS rebinding) has no effect.
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
    call: (url, { method = 'POST', headers, body, ...limits }) =>
      request(url, { method, headers, body }, limits, async (answer, cut) => ({
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

/** Loads the library on demand, because many processes make no calls. */
async function openAgent(allowed: readonly AddressRange[], resolve: Resolve): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  return new Agent({
    connect: checkedConnector(buildConnector, allowed, resolve),
    // Callers limit their own concurrency. A limit per origin would let one silent path block all others.
    connections: null,
    pipelining: 1,
    keepAliveTimeout: 10_000,
    maxHeaderSize: 16 * 1024,
    maxOrigins: Number.POSITIVE_INFINITY,
  });
}

/** Connects only to checked addresses, and checks the address of the connection once more. */
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
    // The status has arrived. It counts even if the rest was reset, cut off or too slow.
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
  return reason instanceof OutboundFailure ? reason : new OutboundFailure('aborted', 'The call was aborted.');
}

function asFailure(error: unknown): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new OutboundFailure('timeout', 'No connection in time.');
  return new OutboundFailure('connection_failed', `The connection failed (${code}).`);
}
