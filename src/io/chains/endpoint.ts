// The measured state of one endpoint: its chain, speed, reliability and lag, and whether it may be used.
import type { RpcBudget } from '../../core/config/network-entry.ts';
import { costOf, type PriceList } from '../../core/config/price-lists.ts';
import { ChainFault } from './chain.ts';
import { EndpointFault } from './endpoint-fault.ts';
import type { EndpointHealth, EndpointState } from './endpoint-health.ts';
import type { JsonRpcClient } from './json-rpc.ts';

const errorWeight = 1 / 20;
const latencyWeight = 1 / 10;
const warnAtShare = 0.8;
const quarantineMillis = 24 * 3_600_000;
/** How long an endpoint that serves another chain is left alone before it is checked again. */
const wrongChainMillis = 60_000;
/** The first and the longest rest of an endpoint that asked us to slow down without saying for how long. */
const firstRestMillis = 500;
const longestRestMillis = 60_000;

/** All times are milliseconds on the clock of performance.now(). */
export class Endpoint {
  readonly client: JsonRpcClient;
  readonly name: string;
  readonly #check: (client: JsonRpcClient) => Promise<void>;
  readonly #budget: RpcBudget | null;
  readonly #tell: (message: string) => void;
  #proof: Promise<void> | undefined;
  #failures = 0;
  #failedAt = 0;
  #reason: string | null = null;
  #isWrongChain = false;
  #quarantinedUntil = 0;
  #isLagging = false;
  #headNumber: number | null = null;
  #lagBlocks: number | null = null;
  #comparedNumber = -1;
  #errorRate = 0;
  #latencyMs: number | null = null;
  #requests = 0;
  #busyAnswers = 0;
  #periodEnds = 0;
  /** The total cost when the budget period began, in units of its prices. */
  #costBefore = 0;
  #warned: 'not' | 'nearly' | 'spent' = 'not';
  readonly #prices: PriceList;
  readonly #isPriced: boolean;
  readonly #startedAt = performance.now();
  #restsUntil = 0;
  #restedAt = Number.NEGATIVE_INFINITY;
  #restsInRow = 0;
  coolsUntil = 0;

  constructor(
    client: JsonRpcClient,
    options: {
      readonly name: string;
      readonly check: (client: JsonRpcClient) => Promise<void>;
      readonly budget: RpcBudget | null;
      /** The price of each call by the provider's list; one each by default. */
      readonly prices?: PriceList | undefined;
      readonly tell: (message: string) => void;
    },
  ) {
    this.client = client;
    this.name = options.name;
    this.#check = options.check;
    this.#budget = options.budget;
    this.#prices = options.prices ?? oneEach;
    this.#isPriced = options.prices !== undefined;
    this.#tell = options.tell;
  }

  /**
   * Checks which chain the endpoint serves; the result is kept. Throws a ChainFault that is not retryable for another
   * chain.
   */
  checked(): Promise<void> {
    this.#proof ??= this.#check(this.client).then(
      () => {
        this.#isWrongChain = false;
      },
      (fault: unknown) => {
        this.#proof = undefined;
        this.#isWrongChain = fault instanceof ChainFault && !fault.retryable;
        if (this.#isWrongChain) this.coolDown(wrongChainMillis, (fault as ChainFault).message);
        throw fault;
      },
    );
    return this.#proof;
  }

  /** The endpoint must prove its chain again before its next use. */
  forget(): void {
    this.#proof = undefined;
  }

  /** Measures one request. A refusal by an error of the endpoint counts as an answer too. */
  async measured<T>(act: () => Promise<T>): Promise<T> {
    this.#count();
    const startedAt = performance.now();
    try {
      const result = await act();
      this.#answered(startedAt);
      return result;
    } catch (fault) {
      const failure = fault instanceof EndpointFault ? fault.failure : null;
      if (failure === 'refused') this.#answered(startedAt);
      else if (failure !== null) this.#errorRate += errorWeight * (1 - this.#errorRate);
      if (failure === 'busy') this.#busyAnswers += 1;
      throw fault;
    } finally {
      this.#warnOfBudget();
    }
  }

  /**
   * Avoids the endpoint for `forMs` milliseconds. With null, the time is one second and doubles with each failure, up
   * to a minute; five quiet minutes reset it.
   */
  coolDown(forMs: number | null, reason: string): void {
    const now = performance.now();
    if (forMs === null) {
      // Concurrent requests fail together, which counts as one failure.
      if (now < this.coolsUntil) return;
      this.#failures = now - this.#failedAt > 300_000 ? 1 : this.#failures + 1;
      this.#failedAt = now;
    }
    this.#reason = reason;
    this.coolsUntil = Math.max(this.coolsUntil, now + (forMs ?? Math.min(60_000, 500 * 2 ** this.#failures)));
  }

  /**
   * Lets the endpoint rest after it asked us to slow down, in reply to a request begun at `startedAt`. The rest lasts
   * `forMs` milliseconds. With null, it is half a second and doubles each time in a row, up to a minute. No request is
   * sent until it ends.
   */
  rest(forMs: number | null, reason: string, startedAt: number): void {
    const now = performance.now();
    // Concurrent requests are refused together, which counts as one rest.
    const isSame = startedAt <= this.#restedAt;
    if (!isSame) this.#restsInRow += 1;
    const growing = Math.min(longestRestMillis, firstRestMillis * 2 ** Math.min(this.#restsInRow - 1, 10));
    // Half of the time is random, so that several processes do not return together.
    const ownMs = isSame ? 0 : growing * (0.5 + Math.random() / 2);
    this.#restedAt = now;
    this.#restsUntil = Math.max(this.#restsUntil, now + (forMs ?? ownMs));
    this.coolDown(this.#restsUntil - now, reason);
  }

  /** For how many more milliseconds it asked for no requests; 0 if it may be used. */
  restMs(now: number): number {
    return Math.max(0, this.#restsUntil - now);
  }

  /** Stops using the endpoint for a day, or until the process ends. */
  quarantine(reason: string): void {
    this.#reason = reason;
    this.#quarantinedUntil = performance.now() + quarantineMillis;
  }

  /** Records the head that it reported, and how many blocks that was behind the best one at the same time. */
  placed(headNumber: number, lagBlocks: number, isLagging: boolean): void {
    this.#headNumber = headNumber;
    this.#lagBlocks = lagBlocks;
    this.#isLagging = isLagging;
  }

  /**
   * Like placed, for a comparison of all endpoints. If its head did not rise since the last comparison, or is behind
   * another endpoint's, the endpoint must prove its chain again. Two chains may share the newest block read, and then
   * no block shows that the endpoint changed to the other chain.
   */
  compared(headNumber: number, lagBlocks: number, isLagging: boolean): void {
    if (lagBlocks > 0 || headNumber <= this.#comparedNumber) this.forget();
    this.#comparedNumber = headNumber;
    this.placed(headNumber, lagBlocks, isLagging);
  }

  /** The order in which endpoints are used, lowest first; null if this one must not be used. */
  turn(now: number): number | null {
    const state = this.#state(now);
    if (state === 'quarantined') return null;
    if (this.restMs(now) > 0) return 3;
    return { healthy: 0, deprioritized: 1, cooling_down: 2, wrong_chain: 2 }[state];
  }

  get health(): EndpointHealth {
    const now = performance.now();
    const state = this.#state(now);
    return {
      name: this.name,
      state,
      reason: state === 'healthy' ? null : state === 'deprioritized' ? this.#whyDeprioritized(now) : this.#reason,
      headNumber: this.#headNumber,
      lagBlocks: this.#lagBlocks,
      errorRate: this.#errorRate,
      latencyMs: this.#latencyMs,
      requests: this.#requests,
      restMs: this.restMs(now),
      busyAnswers: this.#busyAnswers,
      budgetUsed: this.#budget === null ? null : this.#used(now) / this.#budget.requests,
      usage: {
        calls: this.#calls,
        answerBytes: this.client.usage?.answerBytes ?? 0,
        units: this.#isPriced ? this.#cost : null,
        seconds: (now - this.#startedAt) / 1000,
      },
    };
  }

  #state(now: number): EndpointState {
    if (now < this.#quarantinedUntil) return 'quarantined';
    if (now < this.coolsUntil) return this.#isWrongChain ? 'wrong_chain' : 'cooling_down';
    return this.#whyDeprioritized(now) === null ? 'healthy' : 'deprioritized';
  }

  #whyDeprioritized(now: number): string | null {
    if (this.#isLagging) return `is ${this.#lagBlocks} blocks behind`;
    if (this.#errorRate > 0.5) return 'fails more often than not';
    if (this.#budget !== null && this.#used(now) >= this.#budget.requests) return 'has used up its budget';
    return null;
  }

  #answered(startedAt: number): void {
    if (startedAt > this.#restedAt) this.#restsInRow = 0;
    const took = performance.now() - startedAt;
    this.#latencyMs = this.#latencyMs === null ? took : this.#latencyMs + latencyWeight * (took - this.#latencyMs);
    this.#errorRate -= errorWeight * this.#errorRate;
  }

  /** Counts each call of a batch, or the requests if its client counts no calls. */
  get #calls(): number {
    return this.client.usage === undefined ? this.#requests : costOf(oneEach, this.client.usage.calls);
  }

  get #cost(): number {
    return this.client.usage === undefined ? this.#requests : costOf(this.#prices, this.client.usage.calls);
  }

  #used(now: number): number {
    return now < this.#periodEnds ? this.#cost - this.#costBefore : 0;
  }

  #count(): void {
    this.#requests += 1;
    if (this.#budget === null) return;
    const { seconds } = this.#budget;
    const now = performance.now();
    if (now >= this.#periodEnds) {
      this.#periodEnds = now + seconds * 1000;
      this.#costBefore = this.#cost;
      this.#warned = 'not';
    }
  }

  /** Warns once in a period that the budget is nearly used up, and once that it is, before the provider does. */
  #warnOfBudget(): void {
    if (this.#budget === null) return;
    const { requests } = this.#budget;
    const now = performance.now();
    const used = this.#used(now);
    const left = `${Math.ceil((this.#periodEnds - now) / 1000)} s before the next begin`;
    const what = this.#isPriced ? 'units' : 'calls';
    if (used >= requests && this.#warned !== 'spent') {
      this.#warned = 'spent';
      this.#tell(`${this.name} has used up its ${requests} ${what}, ${left}; others are asked first`);
    } else if (used >= requests * warnAtShare && this.#warned === 'not') {
      this.#warned = 'nearly';
      this.#tell(`${this.name} has been asked ${used} of its ${requests} ${what}, ${left}`);
    }
  }
}

/** Without a price list, each call costs one. */
const oneEach: PriceList = { methods: {}, otherwise: 1 };

/** The hosts of these URLs, safe to show, with a number if several endpoints share a host. */
export function endpointNames(urls: readonly string[]): string[] {
  return distinctNames(urls.map((url) => new URL(url).host));
}

/** Like endpointNames, for hosts. */
export function distinctNames(hosts: readonly string[]): string[] {
  return hosts.map((host, at) => {
    const before = hosts.slice(0, at).filter((other) => other === host).length;
    return before === 0 ? host : `${host}#${before + 1}`;
  });
}
