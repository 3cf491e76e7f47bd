// Opens the book of rates and keeps it fresh for as long as the process runs.
import type { Logger } from 'pino';
import type { RatesConfig } from '../../../core/config/config-rates.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Get } from '../../../io/rate-sources/rate-source.ts';
import { openRateSources } from '../../../io/rate-sources/rate-sources.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { createRateBook, type RateBook } from './rate-book.ts';
import { keepBelieved, listBelieved, listDepegged } from './rate-store.ts';
import { refreshRates } from './refresh-rates.ts';

export interface Rates {
  readonly book: RateBook;
  /** Resolves when every source was asked once, whatever came of it. */
  readonly firstRound: Promise<void>;
  stop(): Promise<void>;
}

export interface RatesStart {
  readonly db: Queryable;
  readonly config: RatesConfig;
  readonly catalog: Pick<Catalog, 'cryptocurrencies'>;
  /** The outbound gate, or anything else that reads a URL. */
  readonly outbound: { readonly get: Get };
  /** Endpoints of Ethereum, for prices that are on the chain. */
  readonly rpc: readonly string[];
  readonly clock: { now(): Date };
  readonly log: Logger;
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number;
}

/** Asks every source at once and then on, round after round, until stopped. Known prices are in the book. */
export async function startRates(start: RatesStart): Promise<Rates> {
  const { db, config, catalog, outbound, rpc, clock, log, random = Math.random } = start;
  const now = () => clock.now();
  const sources = openRateSources(config.sources, {
    ...config,
    get: (url, request) => outbound.get(url, request),
    rpc,
    now: () => clock.now().getTime(),
  });
  const past = sources.length === 0 ? [] : await listBelieved(db);
  const book = createRateBook({ ...config, sources, coins: catalog.cryptocurrencies, past });
  book.setDepegged(await listDepegged(db));
  const keep = (believed: Parameters<typeof keepBelieved>[1], at: Date) => keepBelieved(db, believed, at);
  const { firstRound, stop } = refreshRates({
    book,
    sources,
    log,
    now,
    random,
    keep,
    maxAgeSeconds: config.maxAgeSeconds,
  });
  return { book, firstRound, stop };
}
