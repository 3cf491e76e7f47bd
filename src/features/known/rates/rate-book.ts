// The prices known right now, in memory: fixed ones, and what the sources were last heard to say.
import type { Stablecoins } from '../../../core/app-settings.ts';
import type { FixedRate } from '../../../core/config/config-rates.ts';
import { formatRate } from '../../../core/money/rate.ts';
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
   * The price of one whole coin. A fixed pair is always that price; a stable coin at par is 1 in the currency it stands
   * for, as long as the market does not price it apart; anything else is what the fresh sources agree on, by way of the
   * dollar where too few price it in that currency. null: there is no such price now, and none is guessed. Asking for a
   * pair is what makes the sources be asked for it from then on.
   */
  rateFor(coin: Coin, currency: string, stablecoins: Stablecoins, now: Date): Rated | null;
  /** All prices known of a coin, by currency, to be shown: rounded to what a JSON number holds. */
  ratesOf(coin: Coin, now: Date): Record<string, number>;
  /** The currencies that there may be prices in, sorted. */
  readonly currencies: readonly string[];
  /** The pairs that this source should be asked for. */
  wanted(source: SourceFacts): readonly Pair[];
  /** Calls back, until the answer is called, when a pair is wanted that was not before. */
  onWanted(listener: () => void): () => void;
  /** Notes what a source answered when asked for these pairs; answers which of it is not believed. */
  hear(source: SourceFacts, answer: HeardAnswer): readonly Pair[];
  /** Remembers what is believed now; answers what is new of it, to be kept. */
  settle(now: Date): readonly BelievedPair[];
  /** What the market says of a stable coin, in what it stands for; null where it says nothing for sure. */
  marketOf(coin: Coin, now: Date): Rated | null;
  /** The stable coins that are known to be priced apart from what they stand for, by symbol. */
  setDepegged(symbols: ReadonlySet<string>): void;
  /** How asking each source went the last time, in their order. */
  standings(): readonly SourceStanding[];
  note(standing: SourceStanding): void;
  /** The pairs that this source stands apart from the others in. */
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
  /** 2 % unless given. */
  readonly deviationBps?: number;
  /** The coins that can be paid with. */
  readonly coins: readonly Coin[];
}

export function createRateBook(options: RateBookOptions): RateBook {
  const { fixed, sources, coins } = options;
  const fixedRates = new Map(fixed.map((each) => [nameOf(each), each.rate]));
  const prices = createPairPrices({ ...options, deviationBps: options.deviationBps ?? 200 });
  const standings = new Map(sources.map(({ name }) => [name, unheard(name)]));
  const pegs = coins.flatMap((coin) => coin.peg ?? []);
  let depegged: ReadonlySet<string> = new Set();
  let shown = new Map<string, { second: number; rates: Record<string, number> }>();

  const wanted = wantedPairs({ fixedRates, prices, coins });
  const { market, find } = rateFinder({ prices, fixedRates, isDepegged: (symbol) => depegged.has(symbol) });
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

/** Also what it did not know the last time: a coin may be traded tomorrow. */
function isAskable(source: SourceFacts, { cryptocurrency, currency }: Pair): boolean {
  return (cryptocurrency === 'USD' ? (source.dollarIn ?? []) : source.currencies).includes(currency);
}
