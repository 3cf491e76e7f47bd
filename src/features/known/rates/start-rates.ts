// Opens the rate book and refreshes it while the process runs.
import type { Logger } from 'pino';
import type { RatesConfig } from '../../../core/config/config-rates.ts';
import type { Rate } from '../../../core/money/rate.ts';
import type { Queryable } from '../../../io/db/database.ts';
import type { Get } from '../../../io/rate-sources/rate-source.ts';
import { openRateSources } from '../../../io/rate-sources/rate-sources.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { createRateBook, type RateBook } from './rate-book.ts';
import { keepBelieved, listBelieved, listDepegged } from './rate-store.ts';
import { refreshRates } from './refresh-rates.ts';

export interface Rates {
  readonly book: RateBook;
  /** Resolves when every source was queried once, successfully or not. */
  readonly firstRound: Promise<void>;
  stop(): Promise<void>;
}

export interface RatesStart {
  readonly db: Queryable;
  readonly config: RatesConfig;
  readonly catalog: Pick<Catalog, 'cryptocurrencies' | 'assets' | 'goneAssets'>;
  /** The outbound gate, or another reader of URLs. */
  readonly outbound: { readonly get: Get };
  /** Ethereum endpoints, for on-chain prices. */
  readonly rpc: readonly string[];
  readonly clock: { now(): Date };
  readonly log: Logger;
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  readonly random?: () => number;
}

/** In US dollars. */
const testPrices: ReadonlyMap<string, Rate> = new Map([
  ['TEST', { value: 2n, scale: 0 }],
  ['TUSD', { value: 1n, scale: 0 }],
]);

/** Returns the prices of the coins that exist only on the test chain. */
function builtInPrices({ assets, goneAssets }: Pick<Catalog, 'assets' | 'goneAssets'>): ReadonlyMap<string, Rate> {
  const all = [...assets, ...goneAssets];
  const elsewhere = new Set(all.flatMap((one) => (one.network.hasTestChain ? [] : one.cryptocurrency.symbol)));
  return new Map([...testPrices].filter(([symbol]) => !elsewhere.has(symbol)));
}

/** Queries every source at once and then in rounds until stopped. The rate book holds the known prices. */
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
  const book = createRateBook({
    ...config,
    sources,
    coins: catalog.cryptocurrencies,
    past,
    builtIn: builtInPrices(catalog),
  });
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
