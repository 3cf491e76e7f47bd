// Limits how many requests a network's endpoints get at once: the limit grows while they keep up, and halves when they
// ask to slow down.

export interface FlowBounds {
  readonly start: number;
  readonly most: number;
}

/**
 * Additive increase and multiplicative decrease, with doubling each round until the first refusal, as in TCP (RFC
 * 5681). `run` waits for a place in order of arrival. `slowDown` halves the places, at most once for concurrent
 * requests, and starts nothing for `waitMs` milliseconds.
 */
export class FlowLimit {
  readonly #most: number;
  #places: number;
  #busy = 0;
  #pausedUntil = 0;
  #lastSlowed = Number.NEGATIVE_INFINITY;
  #waking = false;
  readonly #waiting: (() => void)[] = [];

  constructor(bounds: FlowBounds) {
    this.#places = bounds.start;
    this.#most = bounds.most;
  }

  /** The present number of places, rounded down. */
  get places(): number {
    return Math.floor(this.#places);
  }

  async run<T>(act: () => Promise<T>): Promise<T> {
    await this.#place();
    const startedAt = performance.now();
    try {
      const result = await act();
      if (startedAt > this.#lastSlowed) this.#grow();
      return result;
    } finally {
      this.#busy -= 1;
      this.#admit();
    }
  }

  #grow(): void {
    const wasNeverSlowed = this.#lastSlowed === Number.NEGATIVE_INFINITY;
    this.#places = Math.min(this.#most, this.#places + (wasNeverSlowed ? 1 : 1 / this.#places));
  }

  /** `startedAt` is the start of the refused request on the clock of performance.now(). */
  slowDown(startedAt: number, waitMs: number): void {
    const now = performance.now();
    this.#pausedUntil = Math.max(this.#pausedUntil, now + waitMs);
    // Requests that started before the last halving say nothing about its effect.
    if (startedAt < this.#lastSlowed) return;
    this.#lastSlowed = now;
    this.#places = Math.max(1, this.#places / 2);
  }

  #place(): Promise<void> {
    if (this.#waiting.length === 0 && this.#busy < this.places && performance.now() >= this.#pausedUntil) {
      this.#busy += 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#admit();
    });
  }

  #admit(): void {
    const pause = this.#pausedUntil - performance.now();
    if (pause > 0) {
      if (!this.#waking) setTimeout(() => this.#wake(), pause).unref();
      this.#waking = true;
      return;
    }
    while (this.#waiting.length > 0 && this.#busy < this.places) {
      this.#busy += 1;
      this.#waiting.shift()?.();
    }
  }

  #wake(): void {
    this.#waking = false;
    this.#admit();
  }
}
