// What every source of prices answers to.
import type { Rate } from '../../core/money/rate.ts';

/** One whole coin (symbol) in a fiat currency (ISO 4217 code). */
export interface Pair {
  readonly cryptocurrency: string;
  readonly currency: string;
}

export interface Price extends Pair {
  readonly rate: Rate;
}

export interface RateSource {
  readonly name: string;
  /** The fiat currencies that it may know prices in. */
  readonly currencies: readonly string[];
  /**
   * The prices it has for these pairs; pairs that it does not trade are left out. `refused` says in words which answers
   * could not be prices. Throws RateSourceFault where it gives no usable answer at all.
   */
  fetch(pairs: readonly Pair[], signal: AbortSignal): Promise<{ prices: readonly Price[]; refused: readonly string[] }>;
}

export class RateSourceFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RateSourceFault';
  }
}

/** Reads a whole resource (see the outbound gate). */
export type Get = (
  url: string,
  request: { maxBytes: number; timeoutMs: number; signal?: AbortSignal },
) => Promise<{ readonly status: number; readonly body: Buffer }>;
