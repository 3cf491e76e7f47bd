// The current prices, in memory: fixed ones, and the latest prices of the sources.
import type { Stablecoins } from '../../../core/app-settings.ts';
import type { FixedRate } from '../../../core/config/config-rates.ts';
import { formatRate, type Rate } from '../../../core/money/rate.ts';
import type { Pair, Price } from '../../../io/rate-sources/rate-source.ts';
import { type Coin, type Rated, rateFinder } from './find-rate.ts';
import {
  type BelievedPair,
  createPairPrices,
  nameOf,
  type PairPricesOptions,
  type SourceFacts,
} from './pair-prices.ts';
import { type SourceStanding, unheard } from './source-status.ts';
import { wantedPairs } from './wanted-pairs.ts';

export interface RateBook {
  /**
   * Returns the price of one whole coin. A fixed pair always has its fixed price. A stablecoin at par is worth 1 in its
   * pegged currency unless the market deviates. Otherwise the fresh sources must agree, by way of the dollar if too few
   * of them quote the currency. Returns null if there is no such price. After the first call for a pair, the sources
   * are queried for it.
   */
  rateFor(coin: Coin, currency: string, stablecoins: Stablecoins, now: Date): Rated | null;
  /** Returns all known prices of a coin by currency, for display, rounded to the precision of a JSON number. */
  ratesOf(coin: Coin, now: Date): Record<string, number>;
  /** The currencies that prices may exist in, sorted. */
  readonly currencies: readonly string[];
  /** Returns the pairs to query from this source. */
  wanted(source: SourceFacts): readonly Pair[];
  /** Calls the listener when a new pair is wanted. Returns a function that removes the listener. */
  onWanted(listener: () => void): () => void;
  /** Records a source's answer for the requested pairs. Returns the pairs without an accepted price. */
  hear(source: SourceFacts, answer: HeardAnswer): readonly Pair[];
  /** Remembers the prices accepted now. Returns the new ones, for storage. */
  settle(now: Date): readonly BelievedPair[];
  /** Returns the market price of a stablecoin in its pegged currency, or null if there is none. */
  marketOf(coin: Coin, now: Date): Rated | null;
  /** Sets the stablecoins that have lost their peg, by symbol. */
  setDepegged(symbols: ReadonlySet<string>): void;
  /** Returns the result of each source's last query, in the order of the sources. */
  standings(): readonly SourceStanding[];
  note(standing: SourceStanding): void;
  /** Returns the pairs for which this source deviates from the others. */
  apart(source: string, now: Date): readonly Pair[];
}

export interface HeardAnswer {
  readonly asked: readonly Pair[];
  readonly prices: readonly Price[];
  readonly refused: readonly string[];
  readonly at: Date;
}

export interface RateBookOptions extends Omit<PairPricesOptions, 'deviationBps'> {
  readonly fixed: readonly FixedRate[];
  /** 2 % by default. */
  readonly deviationBps?: number;
  /** The coins that can be paid with. */
  readonly coins: readonly Coin[];
  /** Built-in prices of coins without value, in US dollars, by symbol. None by default. */
  readonly builtIn?: ReadonlyMap<string, Rate>;
}

export function createRateBook(options: RateBookOptions): RateBook {
  const { fixed, sources, coins, builtIn = new Map() } = options;
  const fixedRates = new Map(fixed.map((each) => [nameOf(each), each.rate]));
  const prices = createPairPrices({ ...options, deviationBps: options.deviationBps ?? 200 });
  const standings = new Map(sources.map(({ name }) => [name, unheard(name)]));
  const pegs = coins.flatMap((coin) => coin.peg ?? []);
  let depegged: ReadonlySet<string> = new Set();
  let shown = new Map<string, { second: number; rates: Record<string, number> }>();

  const wanted = wantedPairs({ fixedRates, prices, coins, builtIn });
  const { market, find } = rateFinder({ prices, fixedRates, builtIn, isDepegged: (symbol) => depegged.has(symbol) });
  const currenciesNow = (): string[] => {
    const told = sources.flatMap((source) => [...source.currencies, ...(source.dollarIn ?? [])]);
    return [...new Set([...told, ...fixed.map((each) => each.currency), ...pegs])].sort();
  };

  return {
    get currencies() {
      return currenciesNow();
    },
    rateFor(coin, currency, stablecoins, now) {
      const found = find(coin, currency, stablecoins, now);
      wanted.add(coin.symbol, currency);
      return found && { rate: found.rate, evidence: found.evidence };
    },
    ratesOf(coin, now) {
      const second = Math.floor(now.getTime() / 1000);
      const kept = shown.get(coin.symbol);
      if (kept?.second === second) return kept.rates;
      const entries = currenciesNow().flatMap((currency) => {
        const found = find(coin, currency, 'at_par', now);
        return found === null ? [] : [[currency, Number(formatRate(found.rate))] as const];
      });
      const rates = Object.fromEntries(entries);
      shown.set(coin.symbol, { second, rates });
      return rates;
    },
    wanted: (source) => wanted.list().filter((pair) => isAskable(source, pair)),
    onWanted: wanted.onAdded,
    hear(source, { asked, prices: said, refused, at }) {
      shown = new Map();
      const answered = new Set([...said.map(nameOf), ...refused]);
      prices.noteLack(
        source.name,
        asked.filter((pair) => !answered.has(nameOf(pair))),
      );
      const heard = said.map((price) => ({ ...price, at: price.at === undefined || price.at > at ? at : price.at }));
      return heard.filter((price) => !prices.record(source, price, price));
    },
    settle: (now) => prices.settle(now),
    marketOf: (coin, now) =>
      coin.peg === null ? null : market({ cryptocurrency: coin.symbol, currency: coin.peg }, now),
    setDepegged(symbols) {
      depegged = symbols;
      shown = new Map();
    },
    standings: () => [...standings.values()],
    note: (standing) => void standings.set(standing.source, standing),
    apart: (source, now) => wanted.list().filter((pair) => prices.of(pair, now).agreed?.outliers.includes(source)),
  };
}

/** Includes pairs that the source did not know at the last query, because it may list them later. */
function isAskable(source: SourceFacts, { cryptocurrency, currency }: Pair): boolean {
  return (cryptocurrency === 'USD' ? (source.dollarIn ?? []) : source.currencies).includes(currency);
}
