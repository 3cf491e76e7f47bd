// Sends calls with the token, the version, a key for every change, and retries where they can help.
import { Pages } from './pages.ts';
import { QuittanceProblem, QuittanceUnreachable, readProblem } from './problem.ts';
import { version } from './version.ts';

export interface QuittanceOptions {
  /** The URL of the instance, as in `https://pay.shop.example`. */
  readonly url: string;
  /** A personal access token, an app token or an OAuth 2 access token; absent for public operations. */
  readonly token?: string | undefined;
  /** How often a failed call is retried; the default is 3. */
  readonly retries?: number | undefined;
  /** The longest time for one attempt, in milliseconds; the default is 30,000. */
  readonly timeout?: number | undefined;
  /** The pause before the first retry if the service asks for none, in milliseconds; the default is 500. */
  readonly backoff?: number | undefined;
  /** A replacement for `fetch`, for a proxy or for tests. */
  readonly fetch?: typeof fetch | undefined;
}

export interface CallOptions {
  /**
   * For a change that must happen only once even if this program restarts: a UUIDv4 stored together with the change.
   */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CallFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path below the API's URL, with parameters filled in. */
  readonly path: string;
  readonly query?: object;
  readonly body?: unknown;
}

/** Only on servers: a browser names itself, and asks for permission to send another name. */
const isOnServer = 'process' in globalThis;
const programName: Readonly<Record<string, string>> = isOnServer
  ? { 'user-agent': `quittance-typescript/${version}` }
  : {};

/** The longest wait before a retry. If the service asks for a longer one, the call fails instead. */
const longestWaitSeconds = 60;

export class Transport {
  readonly #base: string;
  readonly #options: QuittanceOptions;

  constructor(options: QuittanceOptions) {
    this.#base = `${options.url.replace(/\/+$/, '')}/api`;
    this.#options = options;
  }

  /**
   * @internal Makes one call and returns its response. Throws QuittanceProblem, QuittanceUnreachable, or the signal's
   * reason.
   */
  protected async send<T>(facts: CallFacts, options: CallOptions = {}): Promise<T> {
    const response = await this.open(facts, options);
    return (await response.json()) as T;
  }

  /** @internal A paged list that is fetched while it is read. */
  protected list<T>(facts: CallFacts, options: CallOptions = {}): Pages<T> {
    return new Pages<T>(async (cursor) => {
      const query = cursor === null ? facts.query : { ...facts.query, cursor };
      const response = await this.open({ ...facts, ...(query ? { query } : {}) }, options);
      return { items: (await response.json()) as T[], link: response.headers.get('link') };
    });
  }

  /** @internal The successful response. The body of a stream is unread. */
  protected async open(facts: CallFacts, options: CallOptions = {}, accept = 'application/json'): Promise<Response> {
    const key = facts.method === 'GET' ? null : (options.idempotencyKey ?? randomUuid());
    const retries = this.#options.retries ?? 3;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt(facts, key, options.signal, accept);
      if (outcome instanceof Response) return outcome;
      options.signal?.throwIfAborted();
      if (attempt >= retries || !mayHelp(outcome)) throw outcome;
      await pause(waitBefore(attempt, outcome, this.#options.backoff ?? 500), options.signal);
    }
  }

  async #attempt(
    facts: CallFacts,
    key: string | null,
    signal: AbortSignal | undefined,
    accept: string,
  ): Promise<Response | QuittanceProblem | QuittanceUnreachable> {
    const headers: Record<string, string> = { accept, ...programName };
    if (this.#options.token !== undefined) headers.authorization = `Bearer ${this.#options.token}`;
    if (key !== null) headers['idempotency-key'] = key;
    if (facts.body !== undefined) headers['content-type'] = 'application/json';
    // A stream has no time limit.
    const timeout = accept === 'application/json' ? [AbortSignal.timeout(this.#options.timeout ?? 30_000)] : [];
    try {
      const response = await (this.#options.fetch ?? fetch)(this.#address(facts), {
        method: facts.method,
        headers,
        signal: AbortSignal.any([...timeout, ...(signal ? [signal] : [])]),
        redirect: 'error',
        ...(facts.body === undefined ? {} : { body: JSON.stringify(facts.body) }),
      });
      if (!response.ok) return await readProblem(response);
      // A body that is cut counts as a failed attempt. A stream is read by the caller.
      return accept === 'application/json' ? new Response((await response.text()) || null, response) : response;
    } catch (cause) {
      return new QuittanceUnreachable(cause, key);
    }
  }

  #address({ path, query = {} }: CallFacts): string {
    const url = new URL(this.#base + path);
    url.searchParams.set('v', '1');
    for (const [name, value] of Object.entries(query)) {
      for (const [key, one] of pairsOf(name, value)) url.searchParams.append(key, String(one));
    }
    return url.href;
  }
}

/** Several values repeat the name, pairs become `name[key]`, and absent values are left out. */
function pairsOf(name: string, value: unknown): [string, unknown][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one) => pairsOf(name, one));
  if (typeof value !== 'object') return [[name, value]];
  return Object.entries(value).flatMap(([key, one]) => pairsOf(`${name}[${key}]`, one));
}

function mayHelp(failure: QuittanceProblem | QuittanceUnreachable): boolean {
  if (failure instanceof QuittanceUnreachable) return true;
  if ((failure.retryAfter ?? 0) > longestWaitSeconds) return false;
  return [429, 500, 502, 503, 504].includes(failure.status) || failure.code === 'request_in_progress';
}

/**
 * As long as the service asks for. Otherwise `first` milliseconds, doubled for each attempt, less a random part, so
 * that clients do not retry at the same moment.
 */
function waitBefore(attempt: number, failure: QuittanceProblem | QuittanceUnreachable, first: number): number {
  if (failure instanceof QuittanceProblem && failure.retryAfter !== null) return failure.retryAfter * 1000;
  return Math.min(8_000, first * 2 ** attempt) * (0.5 + Math.random() / 2);
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** A UUIDv4 (RFC 9562 §5.4). Pages without https have getRandomValues but no crypto.randomUUID. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
