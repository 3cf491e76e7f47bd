// The pulse that the watcher's thread sends to the main thread: the progress of its loops and the use of its
// connections.
import type { PoolUse } from '../io/db/database.ts';

/** Sent by the watcher's thread every second. */
export interface WatcherPulse {
  /**
   * Milliseconds since each loop last began a round, by its network's symbol; `invoices` for the loop of overdue
   * invoices.
   */
  readonly turned: Readonly<Record<string, number>>;
  readonly pools: readonly PoolUse[];
}

/** The main thread's view of the watcher. */
export interface WatcherHealth {
  /** The last pulse, with its ages updated to now; null before the first. */
  pulse(): WatcherPulse | null;
  /** Milliseconds since any loop began a round. */
  silentMillis(): number;
}

export const pulseMillis = 1_000;
/** If no loop runs for this long, the process should be restarted. */
export const longestSilenceMillis = 60_000;

/** Records when each loop last began a round. `now` is a monotonic clock in milliseconds. */
export class LoopTurns {
  readonly #turnedAt = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  turn(loop: string): void {
    this.#turnedAt.set(loop, this.#now());
  }

  ages(): Record<string, number> {
    const now = this.#now();
    return Object.fromEntries([...this.#turnedAt].map(([loop, at]) => [loop, now - at]));
  }
}

/** Receives pulses. Before the first one, the watcher's start counts as its last round. */
export function watcherHealth(now: () => number): WatcherHealth & { hear(pulse: WatcherPulse): void } {
  const startedAt = now();
  let last: { readonly pulse: WatcherPulse; readonly receivedAt: number } | null = null;
  const pulse = () => {
    if (last === null) return null;
    const since = now() - last.receivedAt;
    const turned = Object.fromEntries(Object.entries(last.pulse.turned).map(([loop, age]) => [loop, age + since]));
    return { ...last.pulse, turned };
  };
  return {
    hear: (heard) => {
      last = { pulse: heard, receivedAt: now() };
    },
    pulse,
    silentMillis: () => {
      const ages = Object.values(pulse()?.turned ?? {});
      return ages.length === 0 ? now() - startedAt : Math.min(...ages);
    },
  };
}

/** Why the process should be restarted because of its watcher; null if it need not be. */
export function watcherFault(health: Pick<WatcherHealth, 'silentMillis'> | null): string | null {
  if (health === null || health.silentMillis() <= longestSilenceMillis) return null;
  return 'the watcher has not read any network for a minute';
}
