// Isolates endpoints from each other: each has its own queue with a width that follows its speed, and silent endpoints
// have separate sockets.
import { OutboundFailure } from '../../../io/outbound/outbound-failure.ts';
import { AttemptRecorder } from './attempt-recorder.ts';
import type { Attempt, Capacity, Claim } from './claim-store.ts';
import { SocketLane } from './socket-lane.ts';

export interface QueueActions {
  /** Claims due deliveries, at most the given number for each endpoint. */
  claim(capacities: readonly Capacity[]): Promise<Claim[]>;
  /** Makes the attempt. Returns null if the signal aborted it and the result is unknown. */
  attempt(claim: Claim, signal: AbortSignal): Promise<Attempt | null>;
  record(attempts: readonly Attempt[]): Promise<void>;
  /** Releases claims, so that any worker can take them. */
  release(claims: readonly Claim[]): Promise<void>;
  /** Whether a claim that was held for so long has enough of its lease left to begin an attempt. */
  isFresh(heldMillis: number): boolean;
  onError(error: unknown, doing: string): void;
}

export interface QueueLimits {
  /** Concurrent attempts over all endpoints. Each attempt uses a socket, not a thread. */
  readonly sockets: number;
  /** Concurrent attempts at one endpoint that replies. */
  readonly perEndpoint: number;
  /** If sockets are short, an attempt at an endpoint that replied last time is cut after so many milliseconds. */
  readonly firstSilenceMillis: number;
}

export const defaultLimits: QueueLimits = { sockets: 1_000, perEndpoint: 8, firstSilenceMillis: 5_000 };

/** The share of all sockets for endpoints that did not reply last time, one socket each. */
const silentShare = 1 / 4;

interface EndpointQueue {
  readonly webhookId: string;
  readonly waiting: Claim[];
  /** When the waiting deliveries were claimed, by performance.now(). */
  takenAt: number;
  inFlight: number;
  /** The number of concurrent attempts. It starts at one and doubles with each quick reply. */
  width: number;
  /** Whether the last reply was quick. If so, more deliveries are claimed in advance with one statement. */
  quick: boolean;
  /**
   * Whether the last attempt got no reply. Null until an attempt was made here or a claim reports one by another
   * worker.
   */
  isSilent: boolean | null;
  /** Whether more deliveries may be due than were claimed. */
  more: boolean;
  /** Whether a claim statement is running. */
  claiming: boolean;
}

const quickMillis = 250;
const aheadFactor = 8;

export class EndpointQueues {
  readonly #actions: QueueActions;
  readonly #limits: QueueLimits;
  readonly #recorder: AttemptRecorder;
  readonly #queues = new Map<string, EndpointQueue>();
  readonly #silent: SocketLane<EndpointQueue>;
  readonly #rest: SocketLane<EndpointQueue>;
  readonly #hurry: NodeJS.Timeout;
  readonly #releasing = new Set<Promise<void>>();
  #stopping = false;
  #claiming = false;
  #claimed = Promise.resolve();
  #onQuiet: (() => void) | null = null;

  constructor(actions: QueueActions, limits: QueueLimits) {
    this.#actions = actions;
    this.#limits = limits;
    this.#recorder = new AttemptRecorder(actions.record, (error) => actions.onError(error, 'recording deliveries'));
    const silent = Math.max(1, Math.floor(limits.sockets * silentShare));
    this.#silent = new SocketLane(silent);
    this.#rest = new SocketLane(Math.max(1, limits.sockets - silent));
    this.#hurry = setInterval(() => this.#cutSilences(), limits.firstSilenceMillis / 10).unref();
  }

  /** Claims due deliveries of these endpoints as soon as there is room for them. */
  wake(webhookIds: readonly string[]): void {
    if (this.#stopping) return;
    for (const webhookId of webhookIds) {
      const queue = this.#queues.get(webhookId) ?? newQueue(webhookId);
      queue.more = true;
      this.#queues.set(webhookId, queue);
    }
    this.#claimMore();
  }

  /** Starts nothing new, gives running attempts this many milliseconds, and records or releases everything it holds. */
  async stop(graceMillis: number): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#hurry);
    await this.#claimed;
    for (const queue of this.#queues.values()) this.#giveBack(queue);
    if (this.#busy > 0) {
      const timer = setTimeout(() => [this.#rest, this.#silent].map((lane) => lane.cutAll()), graceMillis);
      await new Promise<void>((resolve) => {
        this.#onQuiet = resolve;
      });
      clearTimeout(timer);
    }
    await this.#recorder.close();
    await Promise.all(this.#releasing);
  }

  get #busy(): number {
    return this.#rest.busy + this.#silent.busy;
  }

  /** Whether sockets are short: half of the sockets for replying endpoints are in use. */
  get #isPressed(): boolean {
    return this.#rest.busy * 2 >= this.#rest.size;
  }

  #laneOf(queue: EndpointQueue): SocketLane<EndpointQueue> {
    return queue.isSilent === true ? this.#silent : this.#rest;
  }

  #claimMore(): void {
    if (this.#stopping || this.#claiming) return;
    this.#claiming = true;
    this.#claimed = this.#claimAll();
  }

  /** Runs one statement at a time. Under load, more queues share one statement. */
  async #claimAll(): Promise<void> {
    while (!this.#stopping) {
      const hungry = this.#hungry();
      if (hungry.length === 0) break;
      const asked = await this.#claimFor(hungry);
      for (const queue of hungry) {
        this.#begin(queue);
        this.#deleteIfIdle(queue);
      }
      if (!asked) break;
    }
    // Runs synchronously after the last check, so that a queue woken later starts the next run.
    this.#claiming = false;
  }

  /**
   * The queues to claim for. Deliveries to silent endpoints are claimed only if a socket is free, so that other workers
   * can take them.
   */
  #hungry(): EndpointQueue[] {
    let silentRoom = this.#silent.free;
    return [...this.#queues.values()].filter((queue) => {
      if (!queue.more || this.#capacityOf(queue) === 0) return false;
      return queue.isSilent !== true || silentRoom-- > 0;
    });
  }

  /** Returns false if the database could not be reached. The next wake-up or sweep tries again. */
  async #claimFor(hungry: readonly EndpointQueue[]): Promise<boolean> {
    const capacities = hungry.map((queue) => ({ webhookId: queue.webhookId, count: this.#capacityOf(queue) }));
    const takenAt = performance.now();
    for (const queue of hungry) {
      queue.more = false;
      queue.claiming = true;
    }
    try {
      for (const claim of await this.#actions.claim(capacities)) {
        const queue = this.#queues.get(claim.webhookId);
        queue?.waiting.push(claim);
        if (queue !== undefined) queue.isSilent ??= claim.isSilent;
      }
      for (const [index, queue] of hungry.entries()) {
        queue.takenAt = takenAt;
        queue.more ||= queue.waiting.length >= (capacities[index] as Capacity).count;
      }
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
    while (queue.waiting.length > 0 && queue.inFlight < this.#widthOf(queue)) {
      const lane = this.#laneOf(queue);
      if (lane.free === 0) {
        lane.starved.add(queue);
        return;
      }
      const claim = queue.waiting.shift() as Claim;
      if (this.#actions.isFresh(performance.now() - queue.takenAt)) void this.#run(queue, claim, lane);
      else this.#release([claim]);
    }
    if (queue.more && this.#capacityOf(queue) > 0) this.#claimMore();
  }

  async #run(queue: EndpointQueue, claim: Claim, lane: SocketLane<EndpointQueue>): Promise<void> {
    queue.inFlight += 1;
    // Moves the queue to the end, so that silent endpoints share their few sockets in turn.
    this.#queues.delete(queue.webhookId);
    this.#queues.set(queue.webhookId, queue);
    const socket = lane.take();
    const attempt = await this.#attempt(claim, socket.cut.signal);
    lane.give(socket);
    queue.inFlight -= 1;
    if (attempt !== null) {
      this.#recorder.add(attempt);
      this.#adapt(queue, attempt, performance.now() - socket.since);
    }
    this.#begin(queue);
    this.#deleteIfIdle(queue);
    const [next] = lane.starved;
    if (next !== undefined) {
      lane.starved.delete(next);
      this.#begin(next);
    }
    // Claims for queues that got nothing while this lane was full.
    if (lane.free === 1) this.#claimMore();
    if (this.#busy === 0) this.#onQuiet?.();
  }

  async #attempt(claim: Claim, signal: AbortSignal): Promise<Attempt | null> {
    try {
      const attempt = await this.#actions.attempt(claim, signal);
      if (attempt === null) this.#release([claim]);
      return attempt;
    } catch (error) {
      // The claim is kept until its lease ends, so that a failing attempt is not repeated in a tight loop.
      this.#actions.onError(error, 'attempting a delivery');
      return null;
    }
  }

  #adapt(queue: EndpointQueue, attempt: Attempt, millis: number): void {
    if (attempt.tampered === 'event') return;
    queue.isSilent = attempt.responseStatus === null;
    queue.quick = !queue.isSilent && millis < quickMillis;
    queue.width = queue.isSilent
      ? 1
      : Math.min(this.#limits.perEndpoint, queue.quick ? queue.width * 2 : queue.width + 1);
    // Deliveries claimed in advance would wait too long for an endpoint that has become slow.
    if (!queue.quick && queue.waiting.length > this.#widthOf(queue)) this.#giveBack(queue);
  }

  /** While sockets are short, each endpoint that is not quick gets one. */
  #widthOf(queue: EndpointQueue): number {
    return queue.quick || !this.#isPressed ? queue.width : 1;
  }

  /** How many deliveries to claim for a queue. It is 0 while some are waiting, so that many are claimed at a time. */
  #capacityOf(queue: EndpointQueue): number {
    if (queue.claiming || queue.waiting.length > 0 || this.#laneOf(queue).free === 0) return 0;
    const width = this.#widthOf(queue);
    return queue.quick ? width * aheadFactor : Math.max(0, width - queue.inFlight);
  }

  #cutSilences(): void {
    if (!this.#isPressed) return;
    const silence = new OutboundFailure(
      'timeout',
      'No answer in time. The attempt was cut short because many others were waiting.',
    );
    this.#rest.cutOlderThan(this.#limits.firstSilenceMillis, silence);
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
    // Silent endpoints are remembered. Otherwise each would take a socket of the replying endpoints again.
    if (idle && queue.isSilent !== true) this.#queues.delete(queue.webhookId);
  }
}

function newQueue(webhookId: string): EndpointQueue {
  return {
    webhookId,
    waiting: [],
    takenAt: 0,
    inFlight: 0,
    width: 1,
    quick: false,
    isSilent: null,
    more: false,
    claiming: false,
  };
}
