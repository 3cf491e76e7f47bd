// Sends calls: the token, the version, a key for every change, and another attempt where one may help.
import { Pages } from './pages.ts';
import { QuittanceProblem, QuittanceUnreachable, readProblem } from './problem.ts';

export interface QuittanceOptions {
  /** The URL of the instance, as in `https://pay.shop.example`. */
  readonly url: string;
  /** A personal access token, an app's token or an OAuth 2 access token; none for operations without authentication. */
  readonly token?: string | undefined;
  /** How often a failed call is retried; 3 by default. */
  readonly retries?: number | undefined;
  /** The time limit of one attempt, in milliseconds; 30,000 by default. */
  readonly timeout?: number | undefined;
  /** Another `fetch`, for a proxy or for tests. */
  readonly fetch?: typeof fetch | undefined;
}

export interface CallOptions {
  /**
   * For a change that must happen only once even if this program restarts: a UUIDv4 stored with the change.
   */
  readonly idempotencyKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface CallFacts {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API's address, parameters filled in. */
  readonly path: string;
  readonly query?: object;
  readonly body?: unknown;
}

/** Never asked for a longer wait than this: a caller would rather hear of it. */
const longestWaitSeconds = 60;

export class Transport {
  readonly #base: string;
  readonly #options: QuittanceOptions;

  constructor(options: QuittanceOptions) {
    this.#base = `${options.url.replace(/\/+$/, '')}/api`;
    this.#options = options;
  }

  /** @internal One call and its answer. Throws QuittanceProblem, QuittanceUnreachable, or the signal's reason. */
  protected async send<T>(facts: CallFacts, options: CallOptions = {}): Promise<T> {
    const response = await this.open(facts, options);
    return (await response.json()) as T;
  }

  /** @internal A list that goes on as long as it is read. */
  protected list<T>(facts: CallFacts, options: CallOptions = {}): Pages<T> {
    return new Pages<T>(async (cursor) => {
      const query = cursor === null ? facts.query : { ...facts.query, cursor };
      const response = await this.open({ ...facts, ...(query ? { query } : {}) }, options);
      return { items: (await response.json()) as T[], link: response.headers.get('link') };
    });
  }

  /** @internal The successful answer, its body unread. */
  protected async open(facts: CallFacts, options: CallOptions = {}, accept = 'application/json'): Promise<Response> {
    const key = facts.method === 'GET' ? null : (options.idempotencyKey ?? randomUuid());
    const retries = this.#options.retries ?? 3;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.#attempt(facts, key, options.signal, accept);
      if (outcome instanceof Response) return outcome;
      options.signal?.throwIfAborted();
      if (attempt >= retries || !mayHelp(outcome)) throw outcome;
      await pause(waitBefore(attempt, outcome), options.signal);
    }
  }

  async #attempt(
    facts: CallFacts,
    key: string | null,
    signal: AbortSignal | undefined,
    accept: string,
  ): Promise<Response | QuittanceProblem | QuittanceUnreachable> {
    const headers: Record<string, string> = { accept };
    if (this.#options.token !== undefined) headers.authorization = `Bearer ${this.#options.token}`;
    if (key !== null) headers['idempotency-key'] = key;
    if (facts.body !== undefined) headers['content-type'] = 'application/json';
    // A stream stays open for as long as it is wanted.
    const timeout = accept === 'application/json' ? [AbortSignal.timeout(this.#options.timeout ?? 30_000)] : [];
    try {
      const response = await (this.#options.fetch ?? fetch)(this.#address(facts), {
        method: facts.method,
        headers,
        signal: AbortSignal.any([...timeout, ...(signal ? [signal] : [])]),
        redirect: 'error',
        ...(facts.body === undefined ? {} : { body: JSON.stringify(facts.body) }),
      });
      return response.ok ? response : await readProblem(response);
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

/** A list repeats the name for each value, a pair is `name[key]`, and an omitted value is left out. */
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
 * As long as the service asks; else half a second, doubled each time, less a random part so that callers do not return
 * together.
 */
function waitBefore(attempt: number, failure: QuittanceProblem | QuittanceUnreachable): number {
  if (failure instanceof QuittanceProblem && failure.retryAfter !== null) return failure.retryAfter * 1000;
  return Math.min(8_000, 500 * 2 ** attempt) * (0.5 + Math.random() / 2);
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

/** A UUIDv4 (RFC 9562 §5.4). crypto.randomUUID is missing on pages without https, getRandomValues is not. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
