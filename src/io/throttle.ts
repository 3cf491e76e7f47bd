// Keeps something from being done more often than it should be.

export interface Every {
  /** True until the first `restart`, and whenever its time has passed since the last one. */
  readonly isDue: boolean;
  /** Begins the time anew: the usual one unless another is given. */
  restart(millis?: number): void;
}

/** `now` answers milliseconds of a clock that nobody sets back, as the clock of the day may be. */
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
