// Sends the calls of a network to one of several endpoints: in the operator's order, and around the ones that fail.
import { setTimeout as delay } from 'node:timers/promises';
import type { RpcBudget } from '../../core/config/network-entry.ts';
import type { PriceList } from '../../core/config/price-lists.ts';
import type { BlockHeader } from '../../core/payment/transfer.ts';
import { every } from '../timing/throttle.ts';
import { ChainFault } from './chain.ts';
import { distinctNames, Endpoint } from './endpoint.ts';
import { EndpointFault } from './endpoint-fault.ts';
import type { EndpointHealth, EndpointPool } from './endpoint-health.ts';
import type { FlowLimit } from './flow-limit.ts';
import { NewestShown } from './heads/newest-block.ts';
import type { JsonRpcClient, RpcCall } from './json-rpc.ts';

export interface RotationOptions {
  /** In order of preference. */
  readonly clients: readonly JsonRpcClient[];
  readonly flow: FlowLimit;
  /**
   * Checks which chain an endpoint serves, before its first use and after an outage. Throws a ChainFault that is not
   * retryable for another chain.
   */
  readonly check: (client: JsonRpcClient) => Promise<void>;
  /** The limit of calls to each endpoint; no limit by default. */
  readonly budget?: RpcBudget | undefined;
  /** The price of each call within the budget; one each by default. */
  readonly prices?: PriceList | undefined;
  /** Receives a sentence, without secrets, on why an endpoint is avoided. */
  readonly log?: ((message: string) => void) | undefined;
}

/** The shortest time between two comparisons of the heads of all endpoints. */
const compareMillis = 10_000;
/** How often, and how long each time, one request waits for an endpoint that asked us to slow down. */
const mostWaits = 6;
const longestWaitMillis = 10_000;
/** The budget of failures that one request allows an endpoint, and the cost of each kind of failure. */
const patience = 6;
const cost = { busy: 1, brokenOff: 3, other: 6 } as const;

/**
 * Sends calls to the first healthy endpoint. Every endpoint proves that it serves the right network before it is used.
 */
export class EndpointRotation implements EndpointPool {
  readonly #endpoints: readonly Endpoint[];
  readonly #flow: FlowLimit;
  readonly #options: RotationOptions;
  #latest: Endpoint | undefined;
  readonly #newest = new NewestShown();
  readonly #comparisons = every(compareMillis);

  constructor(options: RotationOptions) {
    if (options.clients.length === 0) throw new ChainFault('The network has no endpoint', false);
    this.#options = options;
    this.#flow = options.flow;
    const names = distinctNames(options.clients.map(({ name }) => name));
    const { check, budget = null, prices } = options;
    const tell = (message: string) => options.log?.(message);
    this.#endpoints = options.clients.map(
      (client, at) => new Endpoint(client, { name: names[at] as string, check, budget, prices, tell }),
    );
  }

  get health(): readonly EndpointHealth[] {
    return this.#endpoints.map((endpoint) => endpoint.health);
  }

  quarantine(name: string, reason: string): void {
    const endpoint = this.#endpoints.find((one) => one.name === name);
    if (endpoint === undefined) return;
    endpoint.quarantine(reason);
    this.#options.log?.(`${name} is in quarantine: ${reason}`);
  }

  avoid(name: string, reason: string): void {
    const endpoint = this.#endpoints.find((one) => one.name === name);
    endpoint?.coolDown(null, reason);
  }

  /**
   * Reads the head from an endpoint that does not lag behind the others, if there is one. Heads are compared every ten
   * seconds, and before the first answer is returned.
   */
  async head(read: (client: JsonRpcClient) => Promise<BlockHeader>): Promise<BlockHeader> {
    const isFirst = this.#newest.header === undefined;
    const comparing = this.#compareHeads(read);
    if (isFirst) await comparing;
    let asked: Endpoint | undefined;
    const head = await this.#ask((endpoint) => {
      asked = endpoint;
      return read(endpoint.client);
    });
    const now = performance.now();
    const best = this.#newest.header;
    if (best === undefined || head.number >= best.number) {
      this.#newest.show(head, now);
      asked?.placed(head.number, 0, false);
      return head;
    }
    if (!this.#newest.outruns(head, now)) return head;
    this.#lags(asked, head.number);
    const other = await this.#ask(({ client }) => read(client)).catch(() => head);
    return other.number > head.number ? other : head;
  }

  /**
   * Reads the block at this height by `readNext`, which returns null if the block does not exist yet. Compares heads,
   * by `readHead`, as `head` does.
   */
  async next(
    number: number,
    readNext: (client: JsonRpcClient) => Promise<BlockHeader | null>,
    readHead: (client: JsonRpcClient) => Promise<BlockHeader>,
  ): Promise<BlockHeader | null> {
    void this.#compareHeads(readHead);
    let asked: Endpoint | undefined;
    const read = (endpoint: Endpoint) => {
      asked = endpoint;
      return readNext(endpoint.client);
    };
    let header = await this.#ask(read);
    if (header === null && this.#newest.isOverdue(number, performance.now())) {
      this.#lags(asked, number - 1);
      header = await this.#ask(read);
    }
    if (header === null || header.number < (this.#newest.header?.number ?? 0)) return header;
    this.#newest.show(header, performance.now());
    asked?.placed(header.number, 0, false);
    return header;
  }

  call(method: string, params: readonly unknown[], signal?: AbortSignal): Promise<unknown> {
    return this.#ask(({ client }) => client.call(method, params, signal), signal);
  }

  batch(calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]> {
    return this.#ask(({ client }) => client.batch(calls, signal), signal);
  }

  /** Like batch, but a refused call has its EndpointFault in place of its result. */
  settle(calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]> {
    return this.#ask(({ client }) => client.settle(calls, signal), signal);
  }

  /**
   * Reports that the last answer contradicts itself or the chain. Another endpoint is used first for a while, and this
   * one must prove its chain again.
   */
  distrust(reason: string): void {
    const endpoint = this.#latest;
    if (endpoint === undefined) return;
    endpoint.coolDown(null, reason);
    endpoint.forget();
    this.#options.log?.(`${endpoint.name} is not used for a while: ${reason}`);
  }

  /**
   * Checks all endpoints. Throws only if none is usable: not retryable if all answers came from other chains, else
   * retryable.
   */
  async checkAll(): Promise<void> {
    const outcomes = await Promise.allSettled(this.#endpoints.map((endpoint) => this.#identified(endpoint)));
    if (outcomes.some((outcome) => outcome.status === 'fulfilled')) return;
    throw faultToThrow(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  }

  async findStrangers(): Promise<readonly string[]> {
    const now = performance.now();
    const asked = this.#endpoints.filter((endpoint) => endpoint.turn(now) !== null);
    for (const endpoint of asked) endpoint.forget();
    const outcomes = await Promise.allSettled(asked.map((endpoint) => this.#identified(endpoint)));
    const strangers = outcomes.flatMap((outcome, at) =>
      outcome.status === 'rejected' && isOfAnotherChain(outcome.reason) ? [(asked[at] as Endpoint).name] : [],
    );
    // The newest block of another chain says nothing about the endpoints of this one.
    if (strangers.length > 0) this.#newest.forget();
    return strangers;
  }

  async close(): Promise<void> {
    await Promise.all(this.#endpoints.map(({ client }) => client.close()));
  }

  async #ask<T>(act: (endpoint: Endpoint) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const faults: unknown[] = [];
    const tried = new Map<Endpoint, number>();
    let waits = 0;
    for (;;) {
      const endpoint = this.#next(tried);
      if (endpoint === undefined) throw faultToThrow(faults) ?? allQuarantined();
      const restMs = endpoint.restMs(performance.now());
      if (restMs > 0) {
        // No other endpoint is left to try.
        waits += 1;
        if (waits > mostWaits || restMs > longestWaitMillis) throw faultToThrow(faults) ?? isResting(endpoint, restMs);
        await delay(restMs, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted());
        continue;
      }
      let startedAt = 0;
      try {
        return await this.#flow.run(async () => {
          signal?.throwIfAborted();
          startedAt = performance.now();
          const rest = endpoint.restMs(startedAt);
          // The endpoint asked us to slow down while this request was queued.
          if (rest > 0) throw isResting(endpoint, rest);
          await this.#checked(endpoint);
          const result = await endpoint.measured(() => act(endpoint));
          this.#latest = endpoint;
          return result;
        });
      } catch (fault) {
        if (signal?.aborted === true || !(fault instanceof ChainFault)) throw fault;
        if (fault instanceof Resting) continue;
        faults.push(fault);
        this.#judge(endpoint, fault, { tried, startedAt });
      }
    }
  }

  /** Counts the failure, and lets the endpoint rest or cool down. */
  #judge(endpoint: Endpoint, fault: ChainFault, { tried, startedAt }: Tries): void {
    const failure = fault instanceof EndpointFault ? fault.failure : 'wrong_chain';
    const before = tried.get(endpoint) ?? 0;
    if (failure === 'busy') {
      this.#slowDown(endpoint, fault as EndpointFault, startedAt);
      tried.set(endpoint, before + cost.busy);
      return;
    }
    if (failure === 'unreachable' || failure === 'malformed') this.#avoid(endpoint, fault);
    // A lone endpoint that broke off is tried once more: often only a kept-open socket had gone stale.
    const isLone = failure === 'unreachable' && this.#endpoints.length === 1;
    tried.set(endpoint, before + (isLone ? cost.brokenOff : cost.other));
  }

  /**
   * The first healthy endpoint that has not failed for this request. If there is none, a deprioritized one, and then
   * the one that has cooled down soonest.
   */
  #next(tried: Map<Endpoint, number>): Endpoint | undefined {
    const now = performance.now();
    const left = this.#endpoints.flatMap((endpoint) => {
      const turn = endpoint.turn(now);
      return turn === null || (tried.get(endpoint) ?? 0) >= patience ? [] : [{ endpoint, turn }];
    });
    const cooledAt = ({ endpoint }: { endpoint: Endpoint }) => Math.max(now, endpoint.coolsUntil);
    return left.sort((one, other) => one.turn - other.turn || cooledAt(one) - cooledAt(other))[0]?.endpoint;
  }

  /** Compares the heads of all usable endpoints, unless that happened a moment ago. Never rejects. */
  async #compareHeads(read: (client: JsonRpcClient) => Promise<BlockHeader>): Promise<void> {
    if (this.#endpoints.length < 2 || !this.#comparisons.isDue) return;
    this.#comparisons.restart();
    const now = performance.now();
    const asked = this.#endpoints.filter((endpoint) => (endpoint.turn(now) ?? 2) < 2);
    const outcomes = await Promise.allSettled(
      asked.map((endpoint) => this.#checked(endpoint).then(() => endpoint.measured(() => read(endpoint.client)))),
    );
    const heads = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null));
    const best = heads.reduce((top, head) => (head !== null && head.number > (top?.number ?? -1) ? head : top), null);
    if (best === null) return;
    const shownAt = performance.now();
    this.#newest.show(best, shownAt);
    for (const [at, endpoint] of asked.entries()) {
      const head = heads[at] ?? null;
      if (head === null) this.#failed(endpoint, outcomes[at]);
      else endpoint.compared(head.number, best.number - head.number, this.#newest.outruns(head, shownAt));
    }
  }

  /** Lets others be used first. An endpoint that far behind may also serve another chain, so it is checked again. */
  #lags(endpoint: Endpoint | undefined, headNumber: number): void {
    const best = this.#newest.header?.number ?? headNumber;
    endpoint?.placed(headNumber, best - headNumber, true);
    endpoint?.forget();
  }

  #failed(endpoint: Endpoint, outcome: PromiseSettledResult<unknown> | undefined): void {
    const fault = outcome?.status === 'rejected' ? outcome.reason : undefined;
    if (!(fault instanceof EndpointFault)) return;
    if (fault.failure === 'unreachable' || fault.failure === 'malformed') this.#avoid(endpoint, fault);
    if (fault.failure === 'busy') this.#slowDown(endpoint, fault, performance.now());
  }

  /**
   * Lets the endpoint rest as long as it asked for. If there is no other endpoint, and the rest is long enough to
   * matter, no new request starts.
   */
  #slowDown(endpoint: Endpoint, fault: EndpointFault, startedAt: number): void {
    endpoint.rest(fault.retryAfterMs, fault.message, startedAt);
    const now = performance.now();
    const waitMs = endpoint.restMs(now);
    const alternative = this.#endpoints.some((other) => other.coolsUntil <= now);
    this.#flow.slowDown(startedAt, alternative || waitMs > longestWaitMillis ? 0 : waitMs);
  }

  #avoid(endpoint: Endpoint, fault: ChainFault): void {
    endpoint.coolDown(null, fault.message);
    endpoint.forget();
    if (this.#endpoints.length > 1) this.#options.log?.(`${endpoint.name} is avoided for a while: ${fault.message}`);
  }

  async #checked(endpoint: Endpoint): Promise<void> {
    try {
      await endpoint.checked();
    } catch (fault) {
      if (isOfAnotherChain(fault)) this.#options.log?.(`${endpoint.name} is not used: ${(fault as Error).message}`);
      throw fault;
    }
  }

  /** Like #checked, but an endpoint that asked for a rest is left alone. */
  async #identified(endpoint: Endpoint): Promise<void> {
    const startedAt = performance.now();
    const restMs = endpoint.restMs(startedAt);
    if (restMs > 0) throw isResting(endpoint, restMs);
    try {
      await this.#checked(endpoint);
    } catch (fault) {
      if (fault instanceof EndpointFault && fault.failure === 'busy') this.#slowDown(endpoint, fault, startedAt);
      throw fault;
    }
  }
}

interface Tries {
  /** How much of its failure budget each endpoint has used up. */
  readonly tried: Map<Endpoint, number>;
  /** Milliseconds on the clock of performance.now(). */
  readonly startedAt: number;
}

/** No request was sent: the endpoint asked for a rest. */
class Resting extends EndpointFault {}

function isResting({ name }: Endpoint, restMs: number): Resting {
  return new Resting('busy', `${name} is left alone for ${Math.ceil(restMs / 1000)} s more, as it asked`, {
    retryAfterMs: restMs,
  });
}

function isOfAnotherChain(fault: unknown): boolean {
  return fault instanceof ChainFault && !fault.retryable;
}

/**
 * The fault to throw: a retryable one, unless every answer came from another chain. If an endpoint refused, its refusal
 * is attached. The caller can then ask in another way at once instead of waiting for an endpoint that is down.
 */
function faultToThrow(faults: readonly unknown[]): unknown {
  const worst = faults.findLast((fault) => !(fault instanceof ChainFault) || fault.retryable) ?? faults.at(-1);
  const refusal = faults.find((fault) => fault instanceof EndpointFault && fault.failure === 'refused');
  const isComplete = !(worst instanceof EndpointFault) || worst.failure === 'refused' || refusal === undefined;
  return isComplete ? worst : worst.withRefusal(refusal as EndpointFault);
}

function allQuarantined(): ChainFault {
  return new ChainFault('Every endpoint of the network is in quarantine', true);
}
