// What the watcher's thread tells the thread that serves health and metrics: that its loops turn, and how its
// connections are used.
import type { PoolUse } from '../io/db/database.ts';

/** Sent by the watcher's thread every second. */
export interface WatcherPulse {
  /** For how many milliseconds each loop has not begun a round, by its network's symbol; `invoices` for the last. */
  readonly turned: Readonly<Record<string, number>>;
  readonly pools: readonly PoolUse[];
}

/** What the other thread knows of the watcher. */
export interface WatcherHealth {
  /** The last pulse, its ages as of now; null before the first. */
  pulse(): WatcherPulse | null;
  /** For how long no loop began a round, in milliseconds. */
  silentMillis(): number;
}

export const pulseMillis = 1_000;
/** A process whose watcher turns no loop for so long had better be started again. */
export const longestSilenceMillis = 60_000;

/** When each loop last began a round; `now` counts milliseconds from any moment and never goes back. */
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

/** Takes pulses as they come. Until the first one the watcher counts as turned when it was started. */
export function watcherHealth(now: () => number): WatcherHealth & { hear(pulse: WatcherPulse): void } {
  const startedAt = now();
  let last: { readonly pulse: WatcherPulse; readonly heardAt: number } | null = null;
  const pulse = () => {
    if (last === null) return null;
    const since = now() - last.heardAt;
    const turned = Object.fromEntries(Object.entries(last.pulse.turned).map(([loop, age]) => [loop, age + since]));
    return { ...last.pulse, turned };
  };
  return {
    hear: (heard) => {
      last = { pulse: heard, heardAt: now() };
    },
    pulse,
    silentMillis: () => {
      const ages = Object.values(pulse()?.turned ?? {});
      return ages.length === 0 ? now() - startedAt : Math.min(...ages);
    },
  };
}

/** Why a process should be started again because of its watcher; null where it need not. */
export function watcherFault(health: Pick<WatcherHealth, 'silentMillis'> | null): string | null {
  if (health === null || health.silentMillis() <= longestSilenceMillis) return null;
  return 'the watcher has not looked at any network for a minute';
}
