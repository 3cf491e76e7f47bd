// The newest block that any endpoint of a network has shown, and which endpoints are behind it.

import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { lagsBehind } from '../../../core/payment/votes.ts';

/** An endpoint that is less far behind has this long to show a block that another endpoint has shown. */
const toleratedMillis = 5_000;

/** Times in milliseconds on performance.now()'s clock. */
export class NewestShown {
  #header: BlockHeader | undefined;
  /** When each height was reached, ascending. All but the first are younger than `toleratedMillis`. */
  #reached: readonly { readonly number: number; readonly at: number }[] = [];

  /** Undefined before the first block was shown. */
  get header(): BlockHeader | undefined {
    return this.#header;
  }

  /** A block that is the newest one from now on. It may be lower than the one before. */
  show(header: BlockHeader, now: number): void {
    this.#header = header;
    const before = this.#reached.filter(({ number }) => number <= header.number);
    const isRise = before.at(-1)?.number !== header.number;
    const reached = isRise ? [...before, { number: header.number, at: now }] : before;
    const first = reached.findLastIndex(({ at }) => now - at >= toleratedMillis);
    this.#reached = reached.slice(Math.max(0, first));
  }

  forget(): void {
    this.#header = undefined;
    this.#reached = [];
  }

  /** Whether an endpoint with this head lags: it is far behind, or without a block that has been shown for a while. */
  outruns(head: BlockHeader, now: number): boolean {
    const best = this.#header;
    if (best === undefined || best.number <= head.number) return false;
    return lagsBehind(head, best) || this.isOverdue(head.number + 1, now);
  }

  /** Whether a block of this height was shown so long ago that every endpoint should have one. */
  isOverdue(number: number, now: number): boolean {
    return this.#reached.some((reached) => reached.number >= number && now - reached.at >= toleratedMillis);
  }
}
