// Records attempts in the order they end, as many in one commit as ended while the last commit ran.
import type { Attempt } from './claim-store.ts';

const mostTogether = 500;
const pauseMillis = 1_000;

export class AttemptRecorder {
  readonly #record: (attempts: readonly Attempt[]) => Promise<void>;
  readonly #onError: (error: unknown) => void;
  readonly #waiting: Attempt[] = [];
  #running = false;
  #closing = false;
  #recorded = Promise.resolve();

  constructor(record: (attempts: readonly Attempt[]) => Promise<void>, onError: (error: unknown) => void) {
    this.#record = record;
    this.#onError = onError;
  }

  add(attempt: Attempt): void {
    this.#waiting.push(attempt);
    if (this.#running) return;
    this.#running = true;
    this.#recorded = this.#recordAll();
  }

  /** Waits for what was added. While the database is away it gives up: what was not recorded is attempted again. */
  async close(): Promise<void> {
    this.#closing = true;
    await this.#recorded;
  }

  async #recordAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, mostTogether);
      try {
        await this.#record(batch);
      } catch (error) {
        this.#onError(error);
        // While the database is away nothing new is taken either, so what waits here stays little.
        this.#waiting.unshift(...batch);
        if (this.#closing) break;
        await new Promise((resolve) => setTimeout(resolve, pauseMillis));
      }
    }
    // Falls in the same step as the last look, so that an attempt added after it starts the next run.
    this.#running = false;
  }
}
