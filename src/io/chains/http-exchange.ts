// Sends HTTP requests to one endpoint, with limits on the time and size of every response.

import { gunzip } from 'node:zlib';
import type { Dispatcher, Pool } from 'undici';
import { redirectTarget } from '../../core/urls/redirect-target.ts';
import { EndpointFault } from './endpoint-fault.ts';
import { longerWait, waitInHeader, waitInWords } from './rate-limits/retry-after.ts';

export interface ExchangeOptions {
  /** The timeout of the whole exchange, from connecting to the last byte, in milliseconds. 20,000 by default. */
  readonly timeoutMs?: number;
  /** Larger responses are cut off and rejected, so that none blocks the event loop for long. 32 MiB by default. */
  readonly maxBytes?: number;
  /** The most sockets kept open. 64 by default. */
  readonly connections?: number;
  /** Headers sent with every request, in addition to the content type and accepted types. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Whether to request compressed responses. By default only from other machines: gzip makes JSON-RPC several times
   * smaller where traffic costs money, and costs CPU time.
   */
  readonly gzip?: boolean;
  /**
   * The value of the Authorization header if the URL has no user; null for none. Called again with the rejected value
   * after a 401; another value is then tried once. May throw EndpointFault.
   */
  readonly authorize?: (refused: string | null) => Promise<string | null>;
  /** Receives the size of each response in bytes, as received over the wire. */
  readonly received?: (bytes: number) => void;
}

/** The default limit of a response's size. */
const mostBytes = 32 * 1024 * 1024;

export interface Reply {
  readonly status: number;
  readonly retryAfterMs: number | null;
  readonly body: string;
}

/** A response with its body not decoded yet. */
export interface RawReply extends Omit<Reply, 'body'> {
  readonly bytes: Buffer;
}

export interface Exchange {
  /** The response to a POST of JSON. Throws EndpointFault, or the signal's reason once it is aborted. */
  post(path: string, body: string, signal?: AbortSignal): Promise<Reply>;
  /** The response as bytes: to a POST of JSON, or to a GET if `body` is null. Throws like post. */
  send(path: string, body: string | null, signal?: AbortSignal): Promise<RawReply>;
  close(): Promise<void>;
}

/** Opens no socket before the first request. A user and password in the URL are sent as Basic authorisation. */
export function httpExchange(url: URL, options: ExchangeOptions): Exchange {
  const timeoutMs = options.timeoutMs ?? 20_000;
  const maxBytes = options.maxBytes ?? mostBytes;
  const asksGzip = options.gzip ?? !isLoopback(url.hostname);
  let opening: Promise<Pool> | null = null;
  let pool: Pool | null = null;
  let isClosed = false;
  /** The library is loaded with the first request, because many processes never send one. */
  const open = async (): Promise<Pool> => {
    const { Pool } = await import('undici');
    pool = new Pool(url.origin, {
      connections: options.connections ?? 64,
      maxResponseSize: maxBytes,
      // The single timer below covers the whole exchange, so these are not needed.
      headersTimeout: 0,
      bodyTimeout: 0,
      connectTimeout: timeoutMs,
    });
    return pool;
  };
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(asksGzip ? { 'accept-encoding': 'gzip' } : {}),
    ...options.headers,
  };
  if (url.username !== '') {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }
  const exchange = async (
    path: string,
    body: string | null,
    signal: AbortSignal | undefined,
    authorization: string | null,
  ): Promise<RawReply> => {
    opening ??= open();
    const through = pool ?? (await opening);
    // It may have been closed while the library was loading.
    if (isClosed) throw new EndpointFault('unreachable', `the connection to ${url.host} is closed`);
    return new Promise<RawReply>((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const bounds = { timeoutMs, maxBytes, asksGzip, received: options.received };
      const gatherer = new ReplyGatherer(url.host, bounds, signal, { resolve, reject });
      const sent = authorization === null ? headers : { ...headers, authorization };
      through.dispatch({ method: body === null ? 'GET' : 'POST', path, headers: sent, body }, gatherer);
    });
  };
  const { authorize } = options;
  const send = async (path: string, body: string | null, signal?: AbortSignal): Promise<RawReply> => {
    const authorization = (await authorize?.(null)) ?? null;
    const reply = await exchange(path, body, signal, authorization);
    if (reply.status !== 401 || authorize === undefined) return reply;
    const other = await authorize(authorization);
    return other === null || other === authorization ? reply : exchange(path, body, signal, other);
  };
  return {
    async post(path, body, signal) {
      const { bytes, ...reply } = await send(path, body, signal);
      return { ...reply, body: bytes.toString('utf8') };
    },
    send,
    async close() {
      isClosed = true;
      await (await opening)?.destroy();
    },
  };
}

/** The JSON of a response of any status, because it may contain an error. Throws EndpointFault. */
export function readJson(reply: Reply, name: string): unknown {
  if (asksToWait(reply)) throw busy(reply, name);
  try {
    return JSON.parse(reply.body);
  } catch (cause) {
    if (reply.status === 503) throw busy(reply, name);
    const { status } = reply;
    if (status !== 200) throw new EndpointFault('unreachable', `${name} answers ${status}`, { status });
    throw new EndpointFault('malformed', `${name} answered something that is not JSON`, { cause });
  }
}

/** Statuses 402 and 429 always ask to wait; 403 and 503 only if they say so, or for how long. */
function asksToWait({ status, body, retryAfterMs }: Reply): boolean {
  if (status === 429 || status === 402) return true;
  if (status !== 403 && status !== 503) return false;
  return (status === 503 && retryAfterMs !== null) || limitWords.test(body) || waitInWords(body) !== null;
}

/** TronGrid limits with 403 too (developers.tron.network, "Rate limits"). */
const limitWords = /frequency limit|rate.?limit|too many requests|suspended for/i;

/** The fault of an endpoint that asks for fewer requests; its header or its text may say for how long. */
function busy({ status, body, retryAfterMs }: Reply, name: string): EndpointFault {
  const waitMs = longerWait(retryAfterMs, waitInWords(body));
  return new EndpointFault('busy', `${name} asks for fewer requests (${status})`, { retryAfterMs: waitMs });
}

/** Whether a URL's host is this machine, where traffic costs nothing. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

interface ReplyBounds {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly asksGzip: boolean;
  readonly received: ((bytes: number) => void) | undefined;
}

interface ReplyEnds {
  resolve(reply: RawReply): void;
  reject(reason: unknown): void;
}

/** Collects one response from undici's dispatch, because its streams would cost as much as the rest of the exchange. */
class ReplyGatherer {
  readonly #name: string;
  readonly #bounds: ReplyBounds;
  readonly #signal: AbortSignal | undefined;
  readonly #ends: ReplyEnds;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort: () => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #stopped: Error | null = null;
  #status = 0;
  #retryAfterMs: number | null = null;
  #isZipped = false;

  constructor(name: string, bounds: ReplyBounds, signal: AbortSignal | undefined, ends: ReplyEnds) {
    this.#name = name;
    this.#bounds = bounds;
    this.#signal = signal;
    this.#ends = ends;
    const { timeoutMs } = bounds;
    const late = () => new EndpointFault('unreachable', `${name} did not answer within ${timeoutMs} ms`);
    this.#timer = setTimeout(() => this.#stop(late()), timeoutMs);
    this.#onAbort = () => this.#stop(signal?.reason);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#stopped !== null) controller.abort(this.#stopped);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    const location = [headers.location ?? []].flat()[0] ?? null;
    this.#status = status;
    this.#retryAfterMs = waitInHeader(headers['retry-after']);
    const target = redirectTarget(`http://${this.#name}`, { status, location }, { isSecretPath: true });
    if (target !== null)
      this.#stop(
        new EndpointFault('unreachable', `${this.#name} redirects to ${target}, which is not followed (${status})`),
      );
    const encoding = headers['content-encoding'];
    this.#isZipped = this.#bounds.asksGzip && (encoding === 'gzip' || encoding === 'x-gzip');
    if (encoding !== undefined && encoding !== 'identity' && !this.#isZipped)
      this.#stop(new EndpointFault('malformed', `${this.#name} sent a compressed response that was not requested`));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#bounds.received?.(chunk.length);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const whole = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    if (this.#isZipped && whole.length > 0) this.#unfold(whole);
    else this.#answer(whole);
  }

  /** Decompresses off this thread, and never to more than the size limit, so a zip bomb costs no more than that. */
  #unfold(zipped: Buffer): void {
    gunzip(zipped, { maxOutputLength: this.#bounds.maxBytes }, (error, bytes) => {
      if (this.#stopped !== null) return;
      if (error === null) this.#answer(bytes);
      else this.#stop(unfoldFault(error, this.#name));
    });
  }

  #answer(bytes: Buffer): void {
    this.#settle();
    this.#ends.resolve({ status: this.#status, retryAfterMs: this.#retryAfterMs, bytes });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle();
    this.#ends.reject(this.#stopped ?? faultOf(error, this.#name));
  }

  #stop(reason: unknown): void {
    if (this.#stopped !== null) return;
    this.#stopped = reason instanceof Error ? reason : new Error('Aborted', { cause: reason });
    this.#settle();
    // A request that still waits for a socket has no controller yet and ends when it gets one. The caller does not wait
    // for that.
    this.#controller?.abort(this.#stopped);
    this.#ends.reject(this.#stopped);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }
}

function faultOf(error: Error, name: string): EndpointFault {
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new EndpointFault('refused', `${name} sent a response above the size limit`, { cause: error });
  return new EndpointFault('unreachable', `${name} could not be reached (${code})`, { cause: error });
}

function unfoldFault(error: Error, name: string): EndpointFault {
  if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
    return new EndpointFault('refused', `${name} sent a response above the size limit`, { cause: error });
  return new EndpointFault('malformed', `${name} sent a response that cannot be decompressed`, { cause: error });
}
