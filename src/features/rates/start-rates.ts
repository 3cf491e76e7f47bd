// Opens the book of rates and keeps it fresh for as long as the process runs.
import type { Logger } from 'pino';
import type { RatesConfig } from '../../core/config.ts';
import type { Get } from '../../io/rate-sources/rate-source.ts';
import { openRateSources } from '../../io/rate-sources/rate-sources.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { createRateBook, type RateBook } from './rate-book.ts';
import { refreshRates } from './refresh-rates.ts';

export interface Rates {
  readonly book: RateBook;
  /** Resolves when every source was asked once, whatever came of it. */
  readonly firstRound: Promise<void>;
  stop(): Promise<void>;
}

/** `get` reads a URL of the internet: the outbound gate's. */
export function startRates(
  config: RatesConfig,
  catalog: Pick<Catalog, 'cryptocurrencies'>,
  outside: { get: Get; log: Logger; clock: { now(): Date }; random(): number },
): Rates {
  const { sources, missing } = openRateSources(config.sources, outside.get);
  for (const source of missing)
    outside.log.warn({ source }, 'this rate source is known, but not yet available in this version');
  const book = createRateBook({ ...config, sources, coins: catalog.cryptocurrencies });
  const { firstRound, stop } = refreshRates({
    book,
    sources,
    log: outside.log,
    now: () => outside.clock.now(),
    random: outside.random,
  });
  return { book, firstRound, stop };
}
