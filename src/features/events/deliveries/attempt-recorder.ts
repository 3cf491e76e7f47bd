// Records attempts in the order they end. Attempts that end during one commit are recorded together in the next.
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

  /**
   * Waits until all added attempts are recorded. Gives up while the database is away; those attempts will be repeated.
   */
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
        // While the database is away no new deliveries are taken either, so this list stays short.
        this.#waiting.unshift(...batch);
        if (this.#closing) break;
        await new Promise((resolve) => setTimeout(resolve, pauseMillis));
      }
    }
    // Runs synchronously after the last check, so that an attempt added later starts the next run.
    this.#running = false;
  }
}
