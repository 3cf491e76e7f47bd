// Several endpoints of one network behind one door: in the operator's order, and around those that fail.
import { ChainFault } from './chain.ts';
import { EndpointFault } from './endpoint-fault.ts';
import type { FlowLimit } from './flow-limit.ts';
import type { JsonRpcClient, RpcCall } from './json-rpc.ts';

export interface RotationOptions {
  /** In order of preference. */
  readonly clients: readonly JsonRpcClient[];
  readonly flow: FlowLimit;
  /** Asks an endpoint who it is, before it is used and again after it was away. Throws ChainFault, not retryable, for a stranger. */
  readonly check: (client: JsonRpcClient) => Promise<void>;
  /** Hears in a sentence, without secrets, why an endpoint is being avoided. */
  readonly log?: ((message: string) => void) | undefined;
}

/** Calls go to the first endpoint that is well; whatever answers has proved that it is on the right network. */
export class EndpointRotation {
  readonly #endpoints: readonly Endpoint[];
  readonly #flow: FlowLimit;
  readonly #options: RotationOptions;
  #latest: Endpoint | undefined;

  constructor(options: RotationOptions) {
    if (options.clients.length === 0) throw new ChainFault('The network has no endpoint', false);
    this.#options = options;
    this.#flow = options.flow;
    this.#endpoints = options.clients.map((client) => new Endpoint(client, options.check));
  }

  call(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    return this.#ask((client) => client.call(method, params, signal), signal);
  }

  batch(calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]> {
    return this.#ask((client) => client.batch(calls, signal), signal);
  }

  /** Says that what was answered last contradicts itself or the chain: another endpoint is asked first for a while, and this one who it is. */
  distrust(reason: string): void {
    const endpoint = this.#latest;
    if (endpoint === undefined) return;
    endpoint.rest(null);
    endpoint.forget();
    this.#options.log?.(`${endpoint.client.name} is not asked for a while: ${reason}`);
  }

  /** Checks them all. Throws only if none is fit: not retryable if none but strangers answered, else retryable. */
  async checkAll(): Promise<void> {
    const outcomes = await Promise.allSettled(this.#endpoints.map((endpoint) => this.#checked(endpoint)));
    if (outcomes.some((outcome) => outcome.status === 'fulfilled')) return;
    throw worstOf(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  }

  async close(): Promise<void> {
    await Promise.all(this.#endpoints.map(({ client }) => client.close()));
  }

  async #ask<T>(act: (client: JsonRpcClient) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const faults: unknown[] = [];
    const tried = new Map<Endpoint, number>();
    let waits = 0;
    for (;;) {
      const endpoint = this.#next(tried);
      if (endpoint === undefined) throw worstOf(faults);
      let startedAt = 0;
      try {
        return await this.#flow.run(async () => {
          signal?.throwIfAborted();
          startedAt = performance.now();
          await this.#checked(endpoint);
          const result = await act(endpoint.client);
          this.#latest = endpoint;
          return result;
        });
      } catch (fault) {
        if (signal?.aborted === true || !(fault instanceof ChainFault)) throw fault;
        faults.push(fault);
        const failure = fault instanceof EndpointFault ? fault.failure : 'stranger';
        if (failure === 'busy') {
          waits += 1;
          if (!this.#slowDown(endpoint, fault as EndpointFault, startedAt, waits)) tried.set(endpoint, 2);
          continue;
        }
        if (failure === 'unreachable' || failure === 'garbled') this.#avoid(endpoint, fault);
        // Once more for a lone endpoint that broke off: often only a kept-open socket had gone stale.
        const spent = failure === 'unreachable' && this.#endpoints.length === 1 ? 1 : 2;
        tried.set(endpoint, (tried.get(endpoint) ?? 0) + spent);
      }
    }
  }

  /** The first that is well and not yet tried in vain; failing that, the one whose rest is over soonest. */
  #next(tried: Map<Endpoint, number>): Endpoint | undefined {
    const now = performance.now();
    const left = this.#endpoints.filter((endpoint) => (tried.get(endpoint) ?? 0) < 2);
    const well = left.find((endpoint) => endpoint.restUntil <= now);
    return well ?? left.sort((a, b) => a.restUntil - b.restUntil)[0];
  }

  /** Answers false where waiting is not worth it: the caller must come back later. */
  #slowDown(endpoint: Endpoint, fault: EndpointFault, startedAt: number, waits: number): boolean {
    // Half of the wait is random, so that several processes do not come back together.
    const waitMs = fault.retryAfterMs ?? 250 * 2 ** Math.min(waits, 6) * (0.5 + Math.random() / 2);
    endpoint.rest(waitMs);
    const alternative = this.#endpoints.some((other) => other.restUntil <= performance.now());
    const worthIt = waits <= 6 && waitMs <= 10_000;
    this.#flow.slowDown(startedAt, alternative || !worthIt ? 0 : waitMs);
    return worthIt;
  }

  #avoid(endpoint: Endpoint, fault: ChainFault): void {
    endpoint.rest(null);
    endpoint.forget();
    if (this.#endpoints.length > 1)
      this.#options.log?.(`${endpoint.client.name} is avoided for a while: ${fault.message}`);
  }

  async #checked(endpoint: Endpoint): Promise<void> {
    try {
      await endpoint.checked();
    } catch (fault) {
      if (fault instanceof ChainFault && !fault.retryable) {
        endpoint.rest(60_000);
        this.#options.log?.(`${endpoint.client.name} is not used: ${fault.message}`);
      }
      throw fault;
    }
  }
}

/** One endpoint, whether it has proved who it is, and until when it is left alone. Times on performance.now()'s clock. */
class Endpoint {
  readonly client: JsonRpcClient;
  readonly #check: (client: JsonRpcClient) => Promise<void>;
  #proof: Promise<void> | undefined;
  #failures = 0;
  #failedAt = 0;
  restUntil = 0;

  constructor(client: JsonRpcClient, check: (client: JsonRpcClient) => Promise<void>) {
    this.client = client;
    this.#check = check;
  }

  checked(): Promise<void> {
    this.#proof ??= this.#check(this.client).catch((fault: unknown) => {
      this.#proof = undefined;
      throw fault;
    });
    return this.#proof;
  }

  forget(): void {
    this.#proof = undefined;
  }

  /** For so long, or, with null, for one second and twice as long each time, up to a minute, until five quiet minutes passed. */
  rest(forMs: number | null): void {
    const now = performance.now();
    if (forMs === null) {
      // Requests that were under way together fail together: that is one failure.
      if (now < this.restUntil) return;
      this.#failures = now - this.#failedAt > 300_000 ? 1 : this.#failures + 1;
      this.#failedAt = now;
    }
    this.restUntil = Math.max(this.restUntil, now + (forMs ?? Math.min(60_000, 500 * 2 ** this.#failures)));
  }
}

/** What to tell the caller: that a later try may help, unless every answer came from a stranger. */
function worstOf(faults: readonly unknown[]): unknown {
  return faults.findLast((fault) => !(fault instanceof ChainFault) || fault.retryable) ?? faults.at(-1);
}
