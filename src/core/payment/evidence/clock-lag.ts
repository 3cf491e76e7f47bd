// Measures how far a chain's clock lags behind ours, from its newest blocks. Times on both clocks can then be compared.

/** How many of the newest heads are compared. One of them may have been delayed, but rarely all. */
const samples = 3;

interface Seen {
  readonly hash: string;
  /** The delay between the block's own time and the time we saw it. */
  readonly seconds: number;
  /** How long after its own time the block was certainly not visible yet; null if there was no earlier poll. */
  readonly missingFor: number | null;
}

export class ClockLag {
  readonly #seen: Seen[] = [];
  #lookedAt: number | null = null;

  /** Records a head that an endpoint showed at `nowSeconds`. A head seen before is ignored. Times in Unix seconds. */
  note(head: { readonly hash: string; readonly time: number }, nowSeconds: number): void {
    const lookedAt = this.#lookedAt;
    this.#lookedAt = nowSeconds;
    if (this.#seen.some(({ hash }) => hash === head.hash)) return;
    const missingFor = lookedAt === null ? null : lookedAt - head.time;
    this.#seen.push({ hash: head.hash, seconds: nowSeconds - head.time, missingFor });
    if (this.#seen.length > samples) this.#seen.shift();
  }

  /** The median delay after which the newest blocks became visible, in milliseconds; 0 if no block was seen. */
  get showsAfterMillis(): number {
    const sorted = this.#seen.map(({ seconds }) => seconds).sort((one, other) => one - other);
    return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 1000);
  }

  /**
   * The smallest delay of the newest blocks, in milliseconds: the poll before each of them did not show it. 0 if the
   * chain's clock runs ahead, or if polls were too rare, as after a pause.
   */
  get leastMillis(): number {
    const known = this.#seen.flatMap(({ missingFor }) => missingFor ?? []);
    return known.length === 0 ? 0 : Math.max(0, Math.round(Math.min(...known) * 1000));
  }
}
