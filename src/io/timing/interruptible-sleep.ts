// A pause that can be ended early.
import { setTimeout as delay } from 'node:timers/promises';

export interface Bell {
  ring(): void;
  /**
   * Waits `millis` milliseconds, or until `ring` is called. If it was called since the last wait, waits only `least`
   * milliseconds. Ends early if `signal` is aborted.
   */
  wait(millis: number, signal: AbortSignal): Promise<void>;
}

/** A wait lasts at least `least` milliseconds if it is longer than that, however often `ring` is called. */
export function openBell(least: number): Bell {
  let isRung = false;
  let wake: () => void = () => undefined;
  return {
    ring() {
      isRung = true;
      wake();
    },
    async wait(millis, signal) {
      const pause = (length: number, until: AbortSignal) =>
        delay(length, undefined, { signal: until }).catch(() => undefined);
      await pause(Math.min(least, millis), signal);
      if (!isRung && millis > least) {
        const rung = new AbortController();
        wake = () => rung.abort();
        await pause(millis - least, AbortSignal.any([signal, rung.signal]));
        wake = () => undefined;
      }
      isRung = false;
    },
  };
}
