// Keeps endpoints out of each other's way: a lane for each, as wide as the endpoint is quick, and a bound on all together.
import { AttemptRecorder } from './attempt-recorder.ts';
import type { Attempt, Claim, Room } from './claim-store.ts';

export interface LaneMeans {
  /** Takes due deliveries, at most as many of each endpoint as there is room for. */
  claim(rooms: readonly Room[]): Promise<Claim[]>;
  /** Makes the attempt; null if it was cut off by the signal and nothing is known of it. */
  attempt(claim: Claim, signal: AbortSignal): Promise<Attempt | null>;
  record(attempts: readonly Attempt[]): Promise<void>;
  /** Gives claims back for anybody to take. */
  release(claims: readonly Claim[]): Promise<void>;
  /** Whether enough of the lease is left to begin an attempt. */
  isFresh(claim: Claim): boolean;
  onError(error: unknown, doing: string): void;
}

export interface LaneLimits {
  /** Attempts under way at once, over all endpoints. A silent endpoint costs a socket, not a thread: the bound is generous. */
  readonly concurrency: number;
  /** Attempts under way at once at one endpoint. */
  readonly perEndpoint: number;
}

interface Lane {
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

export class DeliveryLanes {
  readonly #means: LaneMeans;
  readonly #limits: LaneLimits;
  readonly #recorder: AttemptRecorder;
  readonly #lanes = new Map<string, Lane>();
  /** Lanes that could begin, were it not for the bound on all together; first come, first served. */
  readonly #starved = new Set<Lane>();
  readonly #releasing = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  #busy = 0;
  #stopping = false;
  #claiming = false;
  #claimed = Promise.resolve();
  #onQuiet: (() => void) | null = null;

  constructor(means: LaneMeans, limits: LaneLimits) {
    this.#means = means;
    this.#limits = limits;
    this.#recorder = new AttemptRecorder(means.record, (error) => means.onError(error, 'recording deliveries'));
  }

  /** Looks for due deliveries of these endpoints as soon as there is room for them. */
  wake(webhookIds: readonly string[]): void {
    if (this.#stopping) return;
    for (const webhookId of webhookIds) {
      const lane = this.#lanes.get(webhookId) ?? newLane(webhookId, this.#limits.perEndpoint);
      lane.more = true;
      this.#lanes.set(webhookId, lane);
    }
    this.#claimMore();
  }

  /** Begins nothing more, gives attempts so long to finish (milliseconds), and gives back or records all it holds. */
  async stop(graceMillis: number): Promise<void> {
    this.#stopping = true;
    await this.#claimed;
    for (const lane of this.#lanes.values()) this.#giveBack(lane);
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

  /** One statement at a time: the busier it gets, the more lanes share one. */
  async #claimAll(): Promise<void> {
    while (!this.#stopping) {
      const hungry = [...this.#lanes.values()].filter((lane) => lane.more && roomOf(lane) > 0);
      if (hungry.length === 0) break;
      const asked = await this.#claimFor(hungry);
      for (const lane of hungry) {
        this.#begin(lane);
        this.#forgetIfIdle(lane);
      }
      if (!asked) break;
    }
    // Falls in the same step as the last look, so that a lane woken after it starts the next run.
    this.#claiming = false;
  }

  /** False when the database could not be asked: the next wake, or the next sweep, asks again. */
  async #claimFor(hungry: readonly Lane[]): Promise<boolean> {
    const rooms = hungry.map((lane) => ({ webhookId: lane.webhookId, count: roomOf(lane) }));
    for (const lane of hungry) {
      lane.more = false;
      lane.claiming = true;
    }
    try {
      for (const claim of await this.#means.claim(rooms)) this.#lanes.get(claim.webhookId)?.waiting.push(claim);
      for (const [index, lane] of hungry.entries()) lane.more ||= lane.waiting.length >= (rooms[index] as Room).count;
      return true;
    } catch (error) {
      this.#means.onError(error, 'taking deliveries');
      return false;
    } finally {
      for (const lane of hungry) lane.claiming = false;
    }
  }

  #begin(lane: Lane): void {
    if (this.#stopping) {
      this.#giveBack(lane);
      return;
    }
    while (lane.waiting.length > 0 && lane.inFlight < lane.width) {
      if (this.#busy >= this.#limits.concurrency) {
        this.#starved.add(lane);
        return;
      }
      const claim = lane.waiting.shift() as Claim;
      if (this.#means.isFresh(claim)) void this.#run(lane, claim);
      else this.#release([claim]);
    }
    if (lane.more && roomOf(lane) > 0) this.#claimMore();
  }

  async #run(lane: Lane, claim: Claim): Promise<void> {
    lane.inFlight += 1;
    this.#busy += 1;
    const started = performance.now();
    const attempt = await this.#attempt(claim);
    lane.inFlight -= 1;
    this.#busy -= 1;
    if (attempt !== null) {
      this.#recorder.add(attempt);
      this.#adapt(lane, attempt, performance.now() - started);
    }
    this.#begin(lane);
    this.#forgetIfIdle(lane);
    this.#beginStarved();
    if (this.#busy === 0) this.#onQuiet?.();
  }

  async #attempt(claim: Claim): Promise<Attempt | null> {
    try {
      const attempt = await this.#means.attempt(claim, this.#abort.signal);
      if (attempt === null) this.#release([claim]);
      return attempt;
    } catch (error) {
      // Left to its lease, so that what cannot even be attempted is not tried in a circle.
      this.#means.onError(error, 'attempting a delivery');
      return null;
    }
  }

  #adapt(lane: Lane, attempt: Attempt, millis: number): void {
    const answered = attempt.responseStatus !== null;
    lane.width = answered ? Math.min(this.#limits.perEndpoint, lane.width + 1) : Math.max(1, lane.width >> 1);
    lane.quick = answered && millis < quickMillis;
    // What was taken ahead for a lane that has slowed down would wait here too long.
    if (!lane.quick && lane.waiting.length > lane.width) this.#giveBack(lane);
  }

  #beginStarved(): void {
    const [next] = this.#starved;
    if (next === undefined) return;
    this.#starved.delete(next);
    this.#begin(next);
  }

  #giveBack(lane: Lane): void {
    if (lane.waiting.length === 0) return;
    lane.more = true;
    this.#release(lane.waiting.splice(0));
  }

  #release(claims: readonly Claim[]): void {
    const released = this.#means
      .release(claims)
      .catch((error) => this.#means.onError(error, 'giving deliveries back'))
      .finally(() => this.#releasing.delete(released));
    this.#releasing.add(released);
  }

  #forgetIfIdle(lane: Lane): void {
    const idle = lane.waiting.length === 0 && lane.inFlight === 0 && !lane.more && !lane.claiming;
    // A lane that has narrowed is remembered, or a dead endpoint would be met at full width each time.
    if (idle && lane.width === this.#limits.perEndpoint) this.#lanes.delete(lane.webhookId);
  }
}

function newLane(webhookId: string, width: number): Lane {
  return { webhookId, waiting: [], inFlight: 0, width, quick: false, more: false, claiming: false };
}

/** How many deliveries to take for a lane: none while some wait, so that they are taken many at a time. */
function roomOf(lane: Lane): number {
  if (lane.waiting.length > 0) return 0;
  return lane.quick ? lane.width * aheadFactor : lane.width - lane.inFlight;
}
