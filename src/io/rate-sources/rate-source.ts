// The interface of all price sources.
import type { Rate } from '../../core/money/rate.ts';

/** One whole coin (symbol), or one US dollar (USD), in a fiat currency (ISO 4217 code). */
export interface Pair {
  readonly cryptocurrency: string;
  readonly currency: string;
}

export interface Price extends Pair {
  readonly rate: Rate;
  /** When the source made the price, if that matters rather than the time of the answer. */
  readonly at?: Date;
}

export interface SourceAnswer {
  readonly prices: readonly Price[];
  readonly refused: readonly string[];
}

export interface RateSource {
  readonly name: string;
  /** The fiat currencies in which it may have coin prices. */
  readonly currencies: readonly string[];
  /** The fiat currencies in which it may have the price of a US dollar. */
  readonly dollarIn?: readonly string[];
  /** The interval between two rounds, if the usual one is too short for it. */
  readonly everyMs?: number;
  /** The maximum age of its prices, if it publishes rarely. */
  readonly maxAgeSeconds?: number;
  /**
   * Returns the prices for these pairs, and possibly others. Unknown pairs are left out. `refused` describes the
   * answers that are not valid prices. Throws RateSourceFault if there is no usable answer.
   */
  fetch(pairs: readonly Pair[], signal: AbortSignal): Promise<SourceAnswer>;
}

export class RateSourceFault extends Error {
  readonly retryable = true;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RateSourceFault';
  }
}

/** Reads a whole resource (see the outbound gate). With a body it sends a POST. */
export type Get = (url: string, request: GetRequest) => Promise<Got>;

export interface Got {
  readonly status: number;
  /** The Location header of a redirect. */
  readonly location: string | null;
  readonly body: Buffer;
}

export interface GetRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The options of every source. */
export interface SourceOptions {
  readonly get: Get;
  /** Replaces the source's own base URL, without a trailing slash. */
  readonly baseUrl?: string | undefined;
  now?(): number;
}
