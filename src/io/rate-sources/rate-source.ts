// What every source of prices answers to.
import type { Rate } from '../../core/money/rate.ts';

/** One whole coin (symbol), or one US dollar (USD), in a fiat currency (ISO 4217 code). */
export interface Pair {
  readonly cryptocurrency: string;
  readonly currency: string;
}

export interface Price extends Pair {
  readonly rate: Rate;
  /** When the source made it, where that counts and not when it was heard. */
  readonly at?: Date;
}

export interface SourceAnswer {
  readonly prices: readonly Price[];
  readonly refused: readonly string[];
}

export interface RateSource {
  readonly name: string;
  /** The fiat currencies that it may know prices of coins in. */
  readonly currencies: readonly string[];
  /** The fiat currencies that it may know the price of a US dollar in. */
  readonly dollarIn?: readonly string[];
  /** How long to wait between two rounds, where the usual pace is too much to ask of it. */
  readonly everyMs?: number;
  /** How old its prices may be, where it publishes seldom. */
  readonly maxAgeSeconds?: number;
  /**
   * The prices it has for these pairs, and others that came with them; pairs that it does not know are left out.
   * `refused` says in words which answers could not be prices. Throws RateSourceFault where it gives no usable answer
   * at all.
   */
  fetch(pairs: readonly Pair[], signal: AbortSignal): Promise<SourceAnswer>;
}

export class RateSourceFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RateSourceFault';
  }
}

/** Reads a whole resource (see the outbound gate); with a body it is a POST. */
export type Get = (url: string, request: GetRequest) => Promise<Got>;

export interface Got {
  readonly status: number;
  /** The Location header, as a redirect has it. */
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

/** What every source is opened with. */
export interface SourceOptions {
  readonly get: Get;
  /** In the place of its own address, without a slash at the end. */
  readonly baseUrl?: string | undefined;
  now?(): number;
}
