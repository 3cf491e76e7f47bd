// How far a chain's clock lags behind ours, as its newest blocks tell: what was there before a payment is compared on
// one clock.

/** So many of the newest heads are compared: one may have been long on its way, and the quickest of some was not. */
const samples = 3;

interface Seen {
  readonly hash: string;
  /** How long after its own time we saw it. */
  readonly seconds: number;
  /** How long after its own time it was certainly not shown yet; null where nobody looked before. */
  readonly missingFor: number | null;
}

export class ClockLag {
  readonly #seen: Seen[] = [];
  #lookedAt: number | null = null;

  /** A head that an endpoint showed at `nowSeconds`; the same one again tells nothing new. Times in Unix seconds. */
  note(head: { readonly hash: string; readonly time: number }, nowSeconds: number): void {
    const lookedAt = this.#lookedAt;
    this.#lookedAt = nowSeconds;
    if (this.#seen.some(({ hash }) => hash === head.hash)) return;
    const missingFor = lookedAt === null ? null : lookedAt - head.time;
    this.#seen.push({ hash: head.hash, seconds: nowSeconds - head.time, missingFor });
    if (this.#seen.length > samples) this.#seen.shift();
  }

  /** How long after its own time a block shows, in the middle of the newest, in milliseconds; 0 where none was seen. */
  get showsAfterMillis(): number {
    const sorted = this.#seen.map(({ seconds }) => seconds).sort((one, other) => one - other);
    return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 1000);
  }

  /**
   * How late the newest blocks came at the least, in milliseconds: the look before each of them did not show it. 0
   * where the chain's clock runs ahead, and where nobody looked often enough to tell, as after a pause.
   */
  get leastMillis(): number {
    const known = this.#seen.flatMap(({ missingFor }) => missingFor ?? []);
    return known.length === 0 ? 0 : Math.max(0, Math.round(Math.min(...known) * 1000));
  }
}
