// How far a chain's clock lags behind ours, as its newest blocks tell: what was there before a payment is compared on
// one clock.

/** So many of the newest heads are compared: one may have been long on its way, and the quickest of some was not. */
const samples = 3;
/** Less than this is no lag: a block takes a moment to be made, found and read. */
const noticeableSeconds = 2;

export class ClockLag {
  readonly #seen: { readonly hash: string; readonly seconds: number }[] = [];

  /** A head that an endpoint showed at `nowSeconds`; the same one again tells nothing new. Times in Unix seconds. */
  note(head: { readonly hash: string; readonly time: number }, nowSeconds: number): void {
    if (this.#seen.some(({ hash }) => hash === head.hash)) return;
    this.#seen.push({ hash: head.hash, seconds: nowSeconds - head.time });
    if (this.#seen.length > samples) this.#seen.shift();
  }

  /** How long after its own time a block shows, in the middle of the newest, in milliseconds; 0 where none was seen. */
  get showsAfterMillis(): number {
    const sorted = this.#seen.map(({ seconds }) => seconds).sort((one, other) => one - other);
    return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 1000);
  }

  /** Whole seconds; 0 where the clocks agree, or the chain's runs ahead. */
  get seconds(): number {
    const least = Math.floor(Math.min(...this.#seen.map(({ seconds }) => seconds)));
    return Number.isFinite(least) && least >= noticeableSeconds ? least : 0;
  }
}
