// Keeps endpoints out of each other's way: a lane for each, as wide as the endpoint is quick, and a bound on all together.
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

export interface Lanes {
  /** Looks for due deliveries of these endpoints as soon as there is room for them. */
  wake(webhookIds: readonly string[]): void;
  /** Begins nothing more, gives attempts so long to finish (milliseconds), and gives back or records all it holds. */
  stop(graceMillis: number): Promise<void>;
}

interface Lane {
  readonly webhookId: string;
  readonly waiting: Claim[];
  inFlight: number;
  /** Shrinks with every attempt that got no answer, and grows back with every one that did. */
  width: number;
  /** Whether the last answer came fast: then a few deliveries are taken ahead, to take them together. */
  quick: boolean;
  /** Whether more may be due than was taken. */
  more: boolean;
  /** Whether a statement that takes some is under way. */
  claiming: boolean;
}

const quickMillis = 250;
const aheadFactor = 8;
const recordedTogether = 500;
const recordPauseMillis = 1_000;

export function openLanes(means: LaneMeans, limits: LaneLimits): Lanes {
  const lanes = new Map<string, Lane>();
  const starved = new Set<Lane>();
  const done: Attempt[] = [];
  const stopped = new AbortController();
  let busy = 0;
  let stopping = false;
  let claiming = false;
  let claimed = Promise.resolve();
  let recording = false;
  let recorded = Promise.resolve();
  const releasing = new Set<Promise<void>>();
  let onQuiet: (() => void) | null = null;

  // The flags fall in the same step as the last look, so that nothing which comes after that look goes unseen.
  function claimMore(): void {
    if (stopping || claiming) return;
    claiming = true;
    claimed = claimAll();
  }

  /** One statement at a time: the busier it gets, the more lanes share one. */
  async function claimAll(): Promise<void> {
    for (;;) {
      const hungry = [...lanes.values()].filter((lane) => lane.more && roomOf(lane) > 0);
      if (hungry.length === 0 || stopping) break;
      const taken = await claimFor(hungry);
      for (const lane of hungry) {
        begin(lane);
        forgetIfIdle(lane);
      }
      if (!taken) break;
    }
    claiming = false;
  }

  /** False when nothing could be asked: the next wake, or the next sweep, asks again. */
  async function claimFor(hungry: readonly Lane[]): Promise<boolean> {
    const rooms = hungry.map((lane) => ({ webhookId: lane.webhookId, count: roomOf(lane) }));
    for (const lane of hungry) {
      lane.more = false;
      lane.claiming = true;
    }
    try {
      for (const claim of await means.claim(rooms)) lanes.get(claim.webhookId)?.waiting.push(claim);
      for (const [index, lane] of hungry.entries()) lane.more ||= lane.waiting.length >= (rooms[index] as Room).count;
      return true;
    } catch (error) {
      means.onError(error, 'taking deliveries');
      return false;
    } finally {
      for (const lane of hungry) lane.claiming = false;
    }
  }

  function roomOf(lane: Lane): number {
    if (lane.waiting.length > 0) return 0;
    return lane.quick ? lane.width * aheadFactor : lane.width - lane.inFlight;
  }

  function begin(lane: Lane): void {
    if (stopping) {
      giveBack(lane);
      return;
    }
    while (lane.waiting.length > 0 && lane.inFlight < lane.width) {
      if (busy >= limits.concurrency) {
        starved.add(lane);
        return;
      }
      const claim = lane.waiting.shift() as Claim;
      if (means.isFresh(claim)) void run(lane, claim);
      else release([claim]);
    }
    if (lane.more && roomOf(lane) > 0) claimMore();
  }

  async function run(lane: Lane, claim: Claim): Promise<void> {
    lane.inFlight += 1;
    busy += 1;
    const started = performance.now();
    let attempt: Attempt | null = null;
    try {
      attempt = await means.attempt(claim, stopped.signal);
    } catch (error) {
      // Left to its lease, so that what cannot be attempted is not attempted in a circle.
      means.onError(error, 'attempting a delivery');
      attempt = null;
    }
    lane.inFlight -= 1;
    busy -= 1;
    if (attempt !== null) {
      done.push(attempt);
      recordMore();
      adapt(lane, attempt, performance.now() - started);
    } else if (stopped.signal.aborted) release([claim]);
    begin(lane);
    forgetIfIdle(lane);
    const [next] = starved;
    if (next !== undefined) {
      starved.delete(next);
      begin(next);
    }
    if (busy === 0) onQuiet?.();
  }

  function adapt(lane: Lane, attempt: Attempt, millis: number): void {
    const answered = attempt.responseStatus !== null;
    lane.width = answered ? Math.min(limits.perEndpoint, lane.width + 1) : Math.max(1, lane.width >> 1);
    lane.quick = answered && millis < quickMillis;
    // What was taken ahead of a lane that has slowed down would wait here too long.
    if (!lane.quick && lane.waiting.length > lane.width) giveBack(lane);
  }

  function giveBack(lane: Lane): void {
    if (lane.waiting.length === 0) return;
    lane.more = true;
    release(lane.waiting.splice(0));
  }

  function release(claims: readonly Claim[]): void {
    const released = means
      .release(claims)
      .catch((error) => means.onError(error, 'giving deliveries back'))
      .finally(() => releasing.delete(released));
    releasing.add(released);
  }

  function recordMore(): void {
    if (recording) return;
    recording = true;
    recorded = recordAll();
  }

  async function recordAll(): Promise<void> {
    while (done.length > 0) {
      const batch = done.splice(0, recordedTogether);
      try {
        await means.record(batch);
      } catch (error) {
        means.onError(error, 'recording deliveries');
        // While the database is away nothing new is taken either, so what waits here stays little.
        done.unshift(...batch);
        if (stopping) break;
        await new Promise((resolve) => setTimeout(resolve, recordPauseMillis));
      }
    }
    recording = false;
  }

  function forgetIfIdle(lane: Lane): void {
    const idle = lane.waiting.length === 0 && lane.inFlight === 0 && !lane.more && !lane.claiming;
    // A lane that has narrowed is remembered, or a dead endpoint would be met at full width each time.
    if (idle && lane.width === limits.perEndpoint) lanes.delete(lane.webhookId);
  }

  return {
    wake(webhookIds) {
      if (stopping) return;
      for (const webhookId of webhookIds) {
        let lane = lanes.get(webhookId);
        if (lane === undefined) {
          lane = {
            webhookId,
            waiting: [],
            inFlight: 0,
            width: limits.perEndpoint,
            quick: false,
            more: false,
            claiming: false,
          };
          lanes.set(webhookId, lane);
        }
        lane.more = true;
      }
      claimMore();
    },
    async stop(graceMillis) {
      stopping = true;
      await claimed;
      for (const lane of lanes.values()) giveBack(lane);
      if (busy > 0) {
        const quiet = new Promise<void>((resolve) => (onQuiet = resolve));
        const timer = setTimeout(() => stopped.abort(), graceMillis);
        await quiet;
        clearTimeout(timer);
      }
      await recorded;
      await Promise.all(releasing);
    },
  };
}
