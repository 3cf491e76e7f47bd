// Opens the book of rates and keeps it fresh for as long as the process runs.
import type { Logger } from 'pino';
import type { RatesConfig } from '../../core/config/config.ts';
import type { Get } from '../../io/rate-sources/rate-source.ts';
import { openRateSources } from '../../io/rate-sources/rate-sources.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { createRateBook, type RateBook } from './rate-book.ts';
import { refreshRates } from './refresh-rates.ts';
import { type SourceStanding, unheard } from './source-standing.ts';

export interface Rates {
  readonly book: RateBook;
  /** Resolves when every source was asked once, whatever came of it. */
  readonly firstRound: Promise<void>;
  /** How each source that the configuration names was doing the last time, those included that this version cannot ask. */
  standings(): readonly SourceStanding[];
  stop(): Promise<void>;
}

export interface RatesStart {
  readonly config: RatesConfig;
  readonly catalog: Pick<Catalog, 'cryptocurrencies'>;
  /** The outbound gate, or anything else that reads a URL. */
  readonly outbound: { readonly get: Get };
  readonly clock: { now(): Date };
  readonly log: Logger;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number;
}

/** Asks every source at once and then on, round after round, until stopped. Known prices are in the book. */
export function startRates({ config, catalog, outbound, clock, log, random = Math.random }: RatesStart): Rates {
  const { sources, missing } = openRateSources(config.sources, outbound.get);
  for (const source of missing)
    log.warn({ source }, 'this rate source is known, but not yet available in this version');
  const book = createRateBook({ ...config, sources, coins: catalog.cryptocurrencies });
  const { firstRound, standings, stop } = refreshRates({ book, sources, log, now: () => clock.now(), random });
  const unknown = missing.map((source) => ({ ...unheard(source), fault: 'this version cannot ask it yet' }));
  return { book, firstRound, stop, standings: () => [...standings(), ...unknown] };
}
