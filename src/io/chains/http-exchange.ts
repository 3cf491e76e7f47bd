// HTTP to one endpoint, which may be slow, cut off or without bounds: every answer is limited in time and size.
import type { Dispatcher, Pool } from 'undici';
import { EndpointFault } from './endpoint-fault.ts';

export interface ExchangeOptions {
  /** For the whole exchange, from connecting to the last byte. 20 seconds unless given. */
  readonly timeoutMs?: number;
  /** Larger answers are cut off and refused, so that none stalls the event loop for long. 32 MiB unless given. */
  readonly maxBytes?: number;
  /** Sockets kept open at most. 64 unless given. */
  readonly connections?: number;
  /** Sent with every request, beside those that say what is sent and taken. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly retryAfterMs: number | null;
  readonly body: string;
}

/** An answer of which nothing was read yet. */
export interface RawReply extends Omit<Reply, 'body'> {
  readonly bytes: Buffer;
}

export interface Exchange {
  /** The answer to a POST of JSON. Throws EndpointFault, or the signal's reason once it is aborted. */
  post(path: string, body: string, signal?: AbortSignal): Promise<Reply>;
  /** The answer as bytes: to a POST of JSON, or to a GET where there is no body. Throws as post. */
  send(path: string, body: string | null, signal?: AbortSignal): Promise<RawReply>;
  close(): Promise<void>;
}

/** Opens no socket before the first request. A user and password in the URL are sent as Basic authorisation. */
export function httpExchange(url: URL, options: ExchangeOptions): Exchange {
  const timeoutMs = options.timeoutMs ?? 20_000;
  let opening: Promise<Pool> | null = null;
  let pool: Pool | null = null;
  let isClosed = false;
  /** The library is loaded with the first request: not every process that knows endpoints asks one. */
  const open = async (): Promise<Pool> => {
    const { Pool } = await import('undici');
    pool = new Pool(url.origin, {
      connections: options.connections ?? 64,
      maxResponseSize: options.maxBytes ?? 32 * 1024 * 1024,
      // The one timer below covers the whole exchange; these would only fire later.
      headersTimeout: 0,
      bodyTimeout: 0,
      connectTimeout: timeoutMs,
    });
    return pool;
  };
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...options.headers,
  };
  if (url.username !== '') {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }
  const send = async (path: string, body: string | null, signal?: AbortSignal): Promise<RawReply> => {
    opening ??= open();
    const through = pool ?? (await opening);
    // It may have been closed while it was being opened.
    if (isClosed) throw new EndpointFault('unreachable', `${url.host} is not asked any more`);
    return new Promise<RawReply>((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const gatherer = new ReplyGatherer(url.host, timeoutMs, signal, resolve, reject);
      through.dispatch({ method: body === null ? 'GET' : 'POST', path, headers, body }, gatherer);
    });
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

/** The JSON of an answer, whatever its status: an error may be told in it. Throws EndpointFault. */
export function readJson(reply: Reply, name: string): unknown {
  if (reply.status === 429 || reply.status === 402)
    throw new EndpointFault('busy', `${name} asks for fewer requests (${reply.status})`, reply);
  if (reply.status === 403 && limitWords.test(reply.body)) throw suspended(reply, name);
  try {
    return JSON.parse(reply.body);
  } catch (cause) {
    if (reply.status === 503) throw new EndpointFault('busy', `${name} answers 503`, reply);
    if (reply.status !== 200) throw new EndpointFault('unreachable', `${name} answers ${reply.status}`);
    throw new EndpointFault('malformed', `${name} answered something that is not JSON`, { cause });
  }
}

/** TronGrid says it with 403, and for how long it does not answer any more (developers.tron.network, "Rate limits"). */
const limitWords = /frequency limit|rate.?limit|too many requests|suspended for/i;

function suspended({ body, retryAfterMs }: Reply, name: string): EndpointFault {
  const seconds = /suspended for (\d{1,3})\s?s/i.exec(body)?.[1];
  const waitMs = seconds === undefined ? retryAfterMs : Number(seconds) * 1000;
  return new EndpointFault('busy', `${name} asks for fewer requests (403)`, { retryAfterMs: waitMs });
}

/**
 * Gathers one answer, as undici's dispatch hands it over: its streams would cost as much as the rest of the exchange.
 */
class ReplyGatherer {
  readonly #name: string;
  readonly #signal: AbortSignal | undefined;
  readonly #resolve: (reply: RawReply) => void;
  readonly #reject: (reason: unknown) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #onAbort: () => void;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | null = null;
  #stopped: Error | null = null;
  #status = 0;
  #retryAfterMs: number | null = null;

  constructor(
    name: string,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    resolve: (reply: RawReply) => void,
    reject: (reason: unknown) => void,
  ) {
    this.#name = name;
    this.#signal = signal;
    this.#resolve = resolve;
    this.#reject = reject;
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
    this.#status = status;
    this.#retryAfterMs = readRetryAfter(headers['retry-after']);
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity')
      this.#stop(new EndpointFault('malformed', `${this.#name} compressed its answer without being asked`));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#settle();
    const [first] = this.#chunks;
    const whole = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, retryAfterMs: this.#retryAfterMs, bytes: whole });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#settle();
    this.#reject(this.#stopped ?? faultOf(error, this.#name));
  }

  #stop(reason: unknown): void {
    if (this.#stopped !== null) return;
    this.#stopped = reason instanceof Error ? reason : new Error('Aborted', { cause: reason });
    this.#settle();
    // A request still waiting for a socket has no controller yet; it ends when it gets one. Its caller need not wait.
    this.#controller?.abort(this.#stopped);
    this.#reject(this.#stopped);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#onAbort);
  }
}

function faultOf(error: Error, name: string): EndpointFault {
  const code = (error as NodeJS.ErrnoException).code ?? error.name;
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
    return new EndpointFault('refused', `${name} answered with more than we take`, { cause: error });
  return new EndpointFault('unreachable', `${name} could not be reached (${code})`, { cause: error });
}

/**
 * Retry-After of RFC 9110 §10.2.3 in its form of whole seconds, at most an hour; a date is not worth a clock's doubt
 * here.
 */
function readRetryAfter(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,4}$/.test(header) ? Math.min(Number(header), 3600) * 1000 : null;
}
