// One endpoint of a network as it was found to be: who it is, how fast, how reliable, how far behind, and whether it
// may be asked.
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
/** One of another chain is asked again so much later who it is. */
const wrongChainMillis = 60_000;
/** The first wait after it asked to slow down without saying for how long, and the longest. */
const firstRestMillis = 500;
const longestRestMillis = 60_000;

/** Times on performance.now()'s clock. */
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
  /** What it had cost when the period began, in units of its prices. */
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
      /** What its provider counts a call as; one each unless given. */
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

  /** Asks it who it is, once. Throws ChainFault, not retryable, for one of another chain. */
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

  /** It must prove again who it is. */
  forget(): void {
    this.#proof = undefined;
  }

  /** Measures one request. What the endpoint refuses by an error of its own is an answer too. */
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
   * For so long, or, with null, for one second and twice as long each time, up to a minute, until five quiet minutes
   * passed.
   */
  coolDown(forMs: number | null, reason: string): void {
    const now = performance.now();
    if (forMs === null) {
      // Requests that were under way together fail together: that is one failure.
      if (now < this.coolsUntil) return;
      this.#failures = now - this.#failedAt > 300_000 ? 1 : this.#failures + 1;
      this.#failedAt = now;
    }
    this.#reason = reason;
    this.coolsUntil = Math.max(this.coolsUntil, now + (forMs ?? Math.min(60_000, 500 * 2 ** this.#failures)));
  }

  /**
   * It asked to slow down, in answer to a request that was begun at `startedAt`: for so long, or, with null, for half a
   * second and twice as long each time in a row, up to a minute. Nothing is asked of it until then.
   */
  rest(forMs: number | null, reason: string, startedAt: number): void {
    const now = performance.now();
    // Requests that were under way together are refused together: that is one rest.
    const isSame = startedAt <= this.#restedAt;
    if (!isSame) this.#restsInRow += 1;
    const growing = Math.min(longestRestMillis, firstRestMillis * 2 ** Math.min(this.#restsInRow - 1, 10));
    // Half of it is random, so that several processes do not come back together.
    const ownMs = isSame ? 0 : growing * (0.5 + Math.random() / 2);
    this.#restedAt = now;
    this.#restsUntil = Math.max(this.#restsUntil, now + (forMs ?? ownMs));
    this.coolDown(this.#restsUntil - now, reason);
  }

  /** For how many milliseconds it must not be asked, since it said so; 0 where it may. */
  restMs(now: number): number {
    return Math.max(0, this.#restsUntil - now);
  }

  /** It is not asked for a day, or until the process ends. */
  quarantine(reason: string): void {
    this.#reason = reason;
    this.#quarantinedUntil = performance.now() + quarantineMillis;
  }

  /** The head it showed, and how many blocks that was behind the best shown at the same time. */
  placed(headNumber: number, lagBlocks: number, isLagging: boolean): void {
    this.#headNumber = headNumber;
    this.#lagBlocks = lagBlocks;
    this.#isLagging = isLagging;
  }

  /**
   * As placed, at a comparison of all endpoints. The endpoint must prove its chain again where its head did not rise
   * since the last comparison, or is behind another endpoint's. Two chains may share the newest block that was read:
   * then no block shows that the endpoint has become the other chain.
   */
  compared(headNumber: number, lagBlocks: number, isLagging: boolean): void {
    if (lagBlocks > 0 || headNumber <= this.#comparedNumber) this.forget();
    this.#comparedNumber = headNumber;
    this.placed(headNumber, lagBlocks, isLagging);
  }

  /** In which turn it is asked, the lowest first; null where it must not be. */
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

  /** Every call of a batch for itself; requests, where its client counts nothing. */
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

  /** Says once in a period that the budget is nearly used up, and once that it is, before the provider does. */
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

/** Where nobody names prices, a call is a call. */
const oneEach: PriceList = { methods: {}, otherwise: 1 };

/** The hosts of these addresses, safe to show, told apart by a number where several are on one. */
export function endpointNames(urls: readonly string[]): string[] {
  return toldApart(urls.map((url) => new URL(url).host));
}

/** As endpointNames, of hosts. */
export function toldApart(hosts: readonly string[]): string[] {
  return hosts.map((host, at) => {
    const before = hosts.slice(0, at).filter((other) => other === host).length;
    return before === 0 ? host : `${host}#${before + 1}`;
  });
}
