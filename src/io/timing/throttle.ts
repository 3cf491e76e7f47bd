// Keeps an action from running more often than its interval.

export interface Every {
  /** True until the first `restart`, and again when the interval has passed since the last one. */
  readonly isDue: boolean;
  /** Restarts the interval, with its usual length by default. */
  restart(millis?: number): void;
}

/** `now` returns milliseconds of a monotonic clock. */
export function every(millis: number, now: () => number = () => performance.now()): Every {
  let dueAt = Number.NEGATIVE_INFINITY;
  return {
    get isDue() {
      return now() >= dueAt;
    },
    restart(pause = millis) {
      dueAt = now() + pause;
    },
  };
}
