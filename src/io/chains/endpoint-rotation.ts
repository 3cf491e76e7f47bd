// Several endpoints of one network behind one door: in the operator's order, and around those that fail.
import { setTimeout as delay } from 'node:timers/promises';
import type { RpcBudget } from '../../core/config/network-entry.ts';
import type { PriceList } from '../../core/config/price-lists.ts';
import type { BlockHeader } from '../../core/payment/transfer.ts';
import { every } from '../throttle.ts';
import { ChainFault } from './chain.ts';
import { Endpoint, toldApart } from './endpoint.ts';
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
   * Asks an endpoint who it is, before it is used and again after it was away. Throws ChainFault, not retryable, for
   * one of another chain.
   */
  readonly check: (client: JsonRpcClient) => Promise<void>;
  /** What each of them should be asked at most; no bound unless given. */
  readonly budget?: RpcBudget | undefined;
  /** What a call counts as towards it; one each unless given. */
  readonly prices?: PriceList | undefined;
  /** Hears in a sentence, without secrets, why an endpoint is being avoided. */
  readonly log?: ((message: string) => void) | undefined;
}

/** How often the heads of all endpoints are compared, at the most. */
const compareMillis = 10_000;
/** One request waits at most so often, and so long each time, for an endpoint that asked to slow down. */
const mostWaits = 6;
const longestWaitMillis = 10_000;
/** How much one request may try an endpoint in vain, and what a try costs of it. */
const patience = 6;
const cost = { busy: 1, brokenOff: 3, other: 6 } as const;

/** Calls go to the first healthy endpoint; whatever answers has proved that it is on the right network. */
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
    const names = toldApart(options.clients.map(({ name }) => name));
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
   * The head by `read` of an endpoint that does not lag behind the others, where there is one. They are compared every
   * ten seconds, and at the first time before anything is answered.
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
   * The block of this height, which may not be there yet, by `readNext`, which answers null then. Heads are compared,
   * by `readHead`, as for `head`.
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

  /** As batch, with a refused call's EndpointFault in the place of its result. */
  settle(calls: readonly RpcCall[], signal?: AbortSignal): Promise<unknown[]> {
    return this.#ask(({ client }) => client.settle(calls, signal), signal);
  }

  /**
   * Says that what was answered last contradicts itself or the chain: another endpoint is asked first for a while, and
   * this one who it is.
   */
  distrust(reason: string): void {
    const endpoint = this.#latest;
    if (endpoint === undefined) return;
    endpoint.coolDown(null, reason);
    endpoint.forget();
    this.#options.log?.(`${endpoint.name} is not asked for a while: ${reason}`);
  }

  /**
   * Checks them all. Throws only if none is fit: not retryable if only endpoints of other chains answered, else
   * retryable.
   */
  async checkAll(): Promise<void> {
    const outcomes = await Promise.allSettled(this.#endpoints.map((endpoint) => this.#identified(endpoint)));
    if (outcomes.some((outcome) => outcome.status === 'fulfilled')) return;
    throw worstOf(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : [])));
  }

  async findStrangers(): Promise<readonly string[]> {
    const now = performance.now();
    const asked = this.#endpoints.filter((endpoint) => endpoint.turn(now) !== null);
    for (const endpoint of asked) endpoint.forget();
    const outcomes = await Promise.allSettled(asked.map((endpoint) => this.#identified(endpoint)));
    const strangers = outcomes.flatMap((outcome, at) =>
      outcome.status === 'rejected' && isOfAnotherChain(outcome.reason) ? [(asked[at] as Endpoint).name] : [],
    );
    // What another chain called its newest block says nothing about the others.
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
      if (endpoint === undefined) throw worstOf(faults) ?? allQuarantined();
      const restMs = endpoint.restMs(performance.now());
      if (restMs > 0) {
        // Nobody else is left to be asked.
        waits += 1;
        if (waits > mostWaits || restMs > longestWaitMillis) throw worstOf(faults) ?? isResting(endpoint, restMs);
        await delay(restMs, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted());
        continue;
      }
      let startedAt = 0;
      try {
        return await this.#flow.run(async () => {
          signal?.throwIfAborted();
          startedAt = performance.now();
          const rest = endpoint.restMs(startedAt);
          // It was asked to slow down while this request waited for its place.
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

  /** Counts what was tried in vain, and lets an endpoint rest or cool down. */
  #judge(endpoint: Endpoint, fault: ChainFault, { tried, startedAt }: Tries): void {
    const failure = fault instanceof EndpointFault ? fault.failure : 'wrong_chain';
    const before = tried.get(endpoint) ?? 0;
    if (failure === 'busy') {
      this.#slowDown(endpoint, fault as EndpointFault, startedAt);
      tried.set(endpoint, before + cost.busy);
      return;
    }
    if (failure === 'unreachable' || failure === 'malformed') this.#avoid(endpoint, fault);
    // Once more for a lone endpoint that broke off: often only a kept-open socket had gone stale.
    const isLone = failure === 'unreachable' && this.#endpoints.length === 1;
    tried.set(endpoint, before + (isLone ? cost.brokenOff : cost.other));
  }

  /**
   * The first healthy one that was not yet tried in vain; failing that, one that is deprioritized, and then the one
   * that has cooled down soonest.
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

  /** Compares the heads of all that may be asked, unless that was done a moment ago. Never rejects. */
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

  /** Others are asked first. So far behind may also be another chain. */
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

  /** It rests for as long as it asked for. While there is nobody else, and it is worth it, nothing else is begun. */
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

  /** As checked, for whoever asks several at once: one that asked for quiet is left alone. */
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
  /** How much of its patience each endpoint has used up. */
  readonly tried: Map<Endpoint, number>;
  /** On performance.now()'s clock. */
  readonly startedAt: number;
}

/** Nothing was asked: the endpoint wants to be left alone for a while. */
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
 * What to tell the caller: that a later try may help, unless every answer came from another chain. That one of them
 * refused is told beside it, so that nobody waits for one that is away to ask another one differently.
 */
function worstOf(faults: readonly unknown[]): unknown {
  const worst = faults.findLast((fault) => !(fault instanceof ChainFault) || fault.retryable) ?? faults.at(-1);
  const refusal = faults.find((fault) => fault instanceof EndpointFault && fault.failure === 'refused');
  const isTold = !(worst instanceof EndpointFault) || worst.failure === 'refused' || refusal === undefined;
  return isTold ? worst : worst.beside(refusal as EndpointFault);
}

function allQuarantined(): ChainFault {
  return new ChainFault('Every endpoint of the network is in quarantine', true);
}
