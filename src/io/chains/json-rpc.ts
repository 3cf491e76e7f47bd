// JSON-RPC 2.0 over HTTP to one endpoint, which may be slow, wrong, cut off or somebody else: every answer is checked.
import { type Dispatcher, Pool } from 'undici';
import { ChainFault } from './chain.ts';

/** What an endpoint did: did not answer, asked us to slow down, answered nonsense, or answered with an error of its own. */
export type EndpointFailure = 'unreachable' | 'busy' | 'garbled' | 'refused';

/** One failed request. `code` is the JSON-RPC error's, where there was one. Its message never holds more of the URL than the host. */
export class EndpointFault extends ChainFault {
  readonly failure: EndpointFailure;
  readonly code: number | null;
  /** How long the endpoint asked us to wait, in milliseconds, or null. */
  readonly retryAfterMs: number | null;
  constructor(
    failure: EndpointFailure,
    message: string,
    more: { code?: number | null; retryAfterMs?: number | null; cause?: unknown } = {},
  ) {
    super(message, true, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'EndpointFault';
    this.failure = failure;
    this.code = more.code ?? null;
    this.retryAfterMs = more.retryAfterMs ?? null;
  }
}

export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface JsonRpcOptions {
  /** http(s) URL; a user and password in it are sent as Basic authorisation. */
  readonly url: string;
  /** For the whole exchange, from connecting to the last byte. 20 seconds unless given. */
  readonly timeoutMs?: number;
  /** Larger answers are cut off and refused, so that none stalls the event loop for long. 32 MiB unless given. */
  readonly maxBytes?: number;
  /** Sockets kept open at most. 64 unless given. */
  readonly connections?: number;
}

export interface JsonRpcClient {
  /** The host, safe to show and log: keys often stand in the path. */
  readonly name: string;
  /** The result of one call. Throws EndpointFault, or the signal's reason once it is aborted. */
  call(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown>;
  /** Several calls in one request; results in the order asked, whatever order they came in. One that failed fails all. */
  batch(calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]>;
  close(): Promise<void>;
}

export function jsonRpcClient(options: JsonRpcOptions): JsonRpcClient {
  const url = new URL(options.url);
  const name = url.host;
  const exchange = exchanger(url, options);
  // Ids are never used twice, so that an answer kept in some cache for an earlier request is noticed.
  let lastId = 0;
  const request = (call: RpcCall) => {
    lastId += 1;
    return { jsonrpc: '2.0', id: lastId, method: call.method, params: call.params };
  };
  return {
    name,
    async call(method, params, signal) {
      const asked = request({ method, params });
      const reply = await exchange.post(JSON.stringify(asked), signal);
      const answers = byId(parse(reply, name), reply, name);
      return resultOf(answers, asked.id, method, name);
    },
    async batch(calls, signal) {
      if (calls.length === 0) return [];
      const asked = calls.map(request);
      const reply = await exchange.post(JSON.stringify(asked), signal);
      const answers = byId(parse(reply, name), reply, name);
      if (answers.size > asked.length) throw new EndpointFault('garbled', `${name} answered more than it was asked`);
      return asked.map(({ id, method }) => resultOf(answers, id, method, name));
    },
    close: () => exchange.close(),
  };
}

interface Reply {
  readonly status: number;
  readonly retryAfterMs: number | null;
  readonly body: string;
}

interface Exchange {
  post(body: string, signal?: AbortSignal): Promise<Reply>;
  close(): Promise<void>;
}

function exchanger(url: URL, options: JsonRpcOptions): Exchange {
  const timeoutMs = options.timeoutMs ?? 20_000;
  const pool = new Pool(url.origin, {
    connections: options.connections ?? 64,
    maxResponseSize: options.maxBytes ?? 32 * 1024 * 1024,
    // The one timer below covers the whole exchange; these would only fire later.
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: timeoutMs,
  });
  const headers: Record<string, string> = { 'content-type': 'application/json', accept: 'application/json' };
  if (url.username !== '') {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    headers.authorization = `Basic ${Buffer.from(credentials).toString('base64')}`;
  }
  const path = url.pathname + url.search;
  return {
    post: (body, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        const gatherer = new ReplyGatherer(url.host, timeoutMs, signal, resolve, reject);
        pool.dispatch({ method: 'POST', path, headers, body }, gatherer);
      }),
    close: () => pool.destroy(),
  };
}

/** Gathers one answer, as undici's dispatch hands it over: its streams would cost as much as the rest of the exchange. */
class ReplyGatherer {
  readonly #name: string;
  readonly #signal: AbortSignal | undefined;
  readonly #resolve: (reply: Reply) => void;
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
    resolve: (reply: Reply) => void,
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
      this.#stop(new EndpointFault('garbled', `${this.#name} compressed its answer without being asked`));
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#settle();
    const [first] = this.#chunks;
    const whole = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, retryAfterMs: this.#retryAfterMs, body: whole.toString('utf8') });
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

/** Retry-After of RFC 9110 §10.2.3 in its form of whole seconds, at most an hour; a date is not worth a clock's doubt here. */
function readRetryAfter(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,4}$/.test(header) ? Math.min(Number(header), 3600) * 1000 : null;
}

function parse(reply: Reply, name: string): unknown {
  if (reply.status === 429 || reply.status === 402)
    throw new EndpointFault('busy', `${name} asks for fewer requests (${reply.status})`, reply);
  try {
    return JSON.parse(reply.body);
  } catch (cause) {
    if (reply.status === 503) throw new EndpointFault('busy', `${name} answers 503`, reply);
    if (reply.status !== 200) throw new EndpointFault('unreachable', `${name} answers ${reply.status}`);
    throw new EndpointFault('garbled', `${name} answered something that is not JSON`, { cause });
  }
}

interface Answer {
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown } | null;
}

function byId(parsed: unknown, reply: Reply, name: string): Map<unknown, Answer> {
  const found = new Map<unknown, Answer>();
  for (const item of Array.isArray(parsed) ? parsed : [parsed]) {
    if (typeof item !== 'object' || item === null || !('result' in item || 'error' in item))
      throw new EndpointFault(reply.status === 200 ? 'garbled' : 'unreachable', `${name} answered no JSON-RPC`);
    const answer = item as Answer;
    // An error about the request as a whole has no id of ours to bear (JSON-RPC 2.0 §5).
    if (answer.error != null && answer.id == null) throw refusal(answer.error, 'the request', name);
    if (found.has(answer.id)) throw new EndpointFault('garbled', `${name} answered one call twice`);
    found.set(answer.id, answer);
  }
  return found;
}

function resultOf(answers: Map<unknown, Answer>, id: number, method: string, name: string): unknown {
  const answer = answers.get(id);
  if (answer === undefined) throw new EndpointFault('garbled', `${name} left ${method} unanswered`);
  if (answer.error != null) throw refusal(answer.error, method, name);
  if (answer.result === undefined) throw new EndpointFault('garbled', `${name} answered ${method} with nothing`);
  return answer.result;
}

function refusal(error: NonNullable<Answer['error']>, what: string, name: string): EndpointFault {
  const code = typeof error.code === 'number' ? error.code : null;
  const message = typeof error.message === 'string' ? error.message.slice(0, 200) : 'no message';
  const busy = code === 429 || code === -32029 || /rate.?limit|too many requests|quota|per second/i.test(message);
  return new EndpointFault(busy ? 'busy' : 'refused', `${name} refused ${what}: ${message} (${code ?? 'no code'})`, {
    code,
  });
}
