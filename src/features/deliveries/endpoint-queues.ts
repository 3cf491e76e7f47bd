// Keeps endpoints out of each other's way: a queue for each, as wide as it is quick, and a bound on all together.
import { AttemptRecorder } from './attempt-recorder.ts';
import type { Attempt, Capacity, Claim } from './claim-store.ts';

export interface QueueActions {
  /** Takes due deliveries, at most as many of each endpoint as there is room for. */
  claim(capacities: readonly Capacity[]): Promise<Claim[]>;
  /** Makes the attempt; null if it was cut off by the signal and nothing is known of it. */
  attempt(claim: Claim, signal: AbortSignal): Promise<Attempt | null>;
  record(attempts: readonly Attempt[]): Promise<void>;
  /** Gives claims back for anybody to take. */
  release(claims: readonly Claim[]): Promise<void>;
  /** Whether enough of the lease is left to begin an attempt. */
  isFresh(claim: Claim): boolean;
  onError(error: unknown, doing: string): void;
}

export interface QueueLimits {
  /** Attempts under way at once, over all endpoints. A silent endpoint costs a socket, not a thread: the bound is generous. */
  readonly concurrency: number;
  /** Attempts under way at once at one endpoint. */
  readonly perEndpoint: number;
}

interface EndpointQueue {
  readonly webhookId: string;
  readonly waiting: Claim[];
  inFlight: number;
  /** Shrinks with every attempt that got no answer, and grows back with every one that did. */
  width: number;
  /** Whether the last answer came fast: then some deliveries are taken ahead, many in one statement. */
  quick: boolean;
  /** Whether more may be due than was taken. */
  more: boolean;
  /** Whether a statement that takes some is under way. */
  claiming: boolean;
}

const quickMillis = 250;
const aheadFactor = 8;

export class EndpointQueues {
  readonly #actions: QueueActions;
  readonly #limits: QueueLimits;
  readonly #recorder: AttemptRecorder;
  readonly #queues = new Map<string, EndpointQueue>();
  /** Queues that could begin, were it not for the bound on all together; first come, first served. */
  readonly #starved = new Set<EndpointQueue>();
  readonly #releasing = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  #busy = 0;
  #stopping = false;
  #claiming = false;
  #claimed = Promise.resolve();
  #onQuiet: (() => void) | null = null;

  constructor(actions: QueueActions, limits: QueueLimits) {
    this.#actions = actions;
    this.#limits = limits;
    this.#recorder = new AttemptRecorder(actions.record, (error) => actions.onError(error, 'recording deliveries'));
  }

  /** Looks for due deliveries of these endpoints as soon as there is room for them. */
  wake(webhookIds: readonly string[]): void {
    if (this.#stopping) return;
    for (const webhookId of webhookIds) {
      const queue = this.#queues.get(webhookId) ?? newQueue(webhookId, this.#limits.perEndpoint);
      queue.more = true;
      this.#queues.set(webhookId, queue);
    }
    this.#claimMore();
  }

  /** Begins nothing more, gives attempts so long to finish (milliseconds), and gives back or records all it holds. */
  async stop(graceMillis: number): Promise<void> {
    this.#stopping = true;
    await this.#claimed;
    for (const queue of this.#queues.values()) this.#giveBack(queue);
    if (this.#busy > 0) {
      const timer = setTimeout(() => this.#abort.abort(), graceMillis);
      await new Promise<void>((resolve) => {
        this.#onQuiet = resolve;
      });
      clearTimeout(timer);
    }
    await this.#recorder.close();
    await Promise.all(this.#releasing);
  }

  #claimMore(): void {
    if (this.#stopping || this.#claiming) return;
    this.#claiming = true;
    this.#claimed = this.#claimAll();
  }

  /** One statement at a time: the busier it gets, the more queues share one. */
  async #claimAll(): Promise<void> {
    while (!this.#stopping) {
      const hungry = [...this.#queues.values()].filter((queue) => queue.more && capacityOf(queue) > 0);
      if (hungry.length === 0) break;
      const asked = await this.#claimFor(hungry);
      for (const queue of hungry) {
        this.#begin(queue);
        this.#deleteIfIdle(queue);
      }
      if (!asked) break;
    }
    // Falls in the same step as the last look, so that a queue woken after it starts the next run.
    this.#claiming = false;
  }

  /** False when the database could not be asked: the next wake, or the next sweep, asks again. */
  async #claimFor(hungry: readonly EndpointQueue[]): Promise<boolean> {
    const capacities = hungry.map((queue) => ({ webhookId: queue.webhookId, count: capacityOf(queue) }));
    for (const queue of hungry) {
      queue.more = false;
      queue.claiming = true;
    }
    try {
      for (const claim of await this.#actions.claim(capacities)) this.#queues.get(claim.webhookId)?.waiting.push(claim);
      for (const [index, queue] of hungry.entries())
        queue.more ||= queue.waiting.length >= (capacities[index] as Capacity).count;
      return true;
    } catch (error) {
      this.#actions.onError(error, 'taking deliveries');
      return false;
    } finally {
      for (const queue of hungry) queue.claiming = false;
    }
  }

  #begin(queue: EndpointQueue): void {
    if (this.#stopping) {
      this.#giveBack(queue);
      return;
    }
    while (queue.waiting.length > 0 && queue.inFlight < queue.width) {
      if (this.#busy >= this.#limits.concurrency) {
        this.#starved.add(queue);
        return;
      }
      const claim = queue.waiting.shift() as Claim;
      if (this.#actions.isFresh(claim)) void this.#run(queue, claim);
      else this.#release([claim]);
    }
    if (queue.more && capacityOf(queue) > 0) this.#claimMore();
  }

  async #run(queue: EndpointQueue, claim: Claim): Promise<void> {
    queue.inFlight += 1;
    this.#busy += 1;
    const started = performance.now();
    const attempt = await this.#attempt(claim);
    queue.inFlight -= 1;
    this.#busy -= 1;
    if (attempt !== null) {
      this.#recorder.add(attempt);
      this.#adapt(queue, attempt, performance.now() - started);
    }
    this.#begin(queue);
    this.#deleteIfIdle(queue);
    this.#beginStarved();
    if (this.#busy === 0) this.#onQuiet?.();
  }

  async #attempt(claim: Claim): Promise<Attempt | null> {
    try {
      const attempt = await this.#actions.attempt(claim, this.#abort.signal);
      if (attempt === null) this.#release([claim]);
      return attempt;
    } catch (error) {
      // Left to its lease, so that what cannot even be attempted is not tried in a circle.
      this.#actions.onError(error, 'attempting a delivery');
      return null;
    }
  }

  #adapt(queue: EndpointQueue, attempt: Attempt, millis: number): void {
    const answered = attempt.responseStatus !== null;
    queue.width = answered ? Math.min(this.#limits.perEndpoint, queue.width + 1) : Math.max(1, queue.width >> 1);
    queue.quick = answered && millis < quickMillis;
    // What was taken ahead for a queue that has slowed down would wait here too long.
    if (!queue.quick && queue.waiting.length > queue.width) this.#giveBack(queue);
  }

  #beginStarved(): void {
    const [next] = this.#starved;
    if (next === undefined) return;
    this.#starved.delete(next);
    this.#begin(next);
  }

  #giveBack(queue: EndpointQueue): void {
    if (queue.waiting.length === 0) return;
    queue.more = true;
    this.#release(queue.waiting.splice(0));
  }

  #release(claims: readonly Claim[]): void {
    const released = this.#actions
      .release(claims)
      .catch((error) => this.#actions.onError(error, 'giving deliveries back'))
      .finally(() => this.#releasing.delete(released));
    this.#releasing.add(released);
  }

  #deleteIfIdle(queue: EndpointQueue): void {
    const idle = queue.waiting.length === 0 && queue.inFlight === 0 && !queue.more && !queue.claiming;
    // A queue that has narrowed is remembered, or a dead endpoint would be met at full width each time.
    if (idle && queue.width === this.#limits.perEndpoint) this.#queues.delete(queue.webhookId);
  }
}

function newQueue(webhookId: string, width: number): EndpointQueue {
  return { webhookId, waiting: [], inFlight: 0, width, quick: false, more: false, claiming: false };
}

/** How many deliveries to take for a queue: none while some wait, so that they are taken many at a time. */
function capacityOf(queue: EndpointQueue): number {
  if (queue.waiting.length > 0) return 0;
  return queue.quick ? queue.width * aheadFactor : queue.width - queue.inFlight;
}
