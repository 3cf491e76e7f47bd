// Tracks the newest block that any endpoint of a network has reported, and which endpoints are behind it.

import type { BlockHeader } from '../../../core/payment/transfer.ts';
import { lagsBehind } from '../../../core/payment/votes.ts';

/** How long an endpoint that is only a little behind has to report a block that another endpoint has reported. */
const toleratedMillis = 5_000;

/** All times are milliseconds on the clock of performance.now(). */
export class NewestShown {
  #header: BlockHeader | undefined;
  /** When each height was reached, ascending. All but the first are younger than `toleratedMillis`. */
  #reached: readonly { readonly number: number; readonly at: number }[] = [];

  /** Undefined before the first block was reported. */
  get header(): BlockHeader | undefined {
    return this.#header;
  }

  /** Records the newest block. It may be lower than the one before. */
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

  /** Whether an endpoint with this head lags: it is far behind, or lacks a block that was reported a while ago. */
  outruns(head: BlockHeader, now: number): boolean {
    const best = this.#header;
    if (best === undefined || best.number <= head.number) return false;
    return lagsBehind(head, best) || this.isOverdue(head.number + 1, now);
  }

  /** Whether a block at this height was reported so long ago that every endpoint should have one. */
  isOverdue(number: number, now: number): boolean {
    return this.#reached.some((reached) => reached.number >= number && now - reached.at >= toleratedMillis);
  }
}
