// A pause that somebody may end early.
import { setTimeout as delay } from 'node:timers/promises';

export interface Bell {
  ring(): void;
  /**
   * Waits so many milliseconds, or until it is rung; where it was rung since the last wait, `least` milliseconds only.
   * Ends with `signal`.
   */
  wait(millis: number, signal: AbortSignal): Promise<void>;
}

/** `least`: however often it is rung, a wait that is longer takes at least so many milliseconds. */
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
