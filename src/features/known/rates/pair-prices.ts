// Computes the price of a pair from the sources' prices and from the accepted prices of the last hour.
import type { Rate } from '../../../core/money/rate.ts';
import { type BelievedRate, isBelievable } from '../../../core/money/rate-band.ts';
import { type Agreement, agreedRate, type HeardRate, isFresh } from '../../../core/money/rate-median.ts';
import type { Pair, RateSource } from '../../../io/rate-sources/rate-source.ts';
import { rememberRates } from './last-quotes.ts';

export type SourceFacts = Pick<RateSource, 'name' | 'currencies' | 'dollarIn' | 'maxAgeSeconds'>;

export interface PairPricesOptions {
  /** The sources that are actually queried. */
  readonly sources: readonly SourceFacts[];
  readonly maxAgeSeconds: number;
  readonly deviationBps: number;
  /** Prices accepted before this process started. */
  readonly past?: readonly BelievedPair[];
}

/** The first accepted price of a pair in a period of ten minutes. */
export interface BelievedPair extends BelievedRate {
  readonly pair: string;
}

export interface PairPrice {
  /** Null if there is no price: none is fresh, the sources disagree, or none is plausible. */
  readonly agreed: Agreement | null;
  /** The fresh prices of all sources, accepted or not. */
  readonly fresh: readonly HeardRate[];
}

export interface PairPrices {
  /** Whether this source may know the pair. */
  knows(source: SourceFacts, pair: Pair): boolean;
  /** The number of sources that may know the pair. */
  known(pair: Pair): number;
  of(pair: Pair, now: Date): PairPrice;
  /** Records a source's price. Returns false if it is implausible and no other source can confirm it. */
  record(source: SourceFacts, pair: Pair, said: { readonly rate: Rate; readonly at: Date }): boolean;
  noteLack(source: string, pairs: readonly Pair[]): void;
  /** Remembers the prices accepted now. Returns the new ones, for storage. */
  settle(now: Date): readonly BelievedPair[];
}

const keptMillis = 3_600_000;
const stepMillis = 600_000;

export function createPairPrices(options: PairPricesOptions): PairPrices {
  const { sources, maxAgeSeconds, deviationBps } = options;
  const heard = rememberRates();
  const past = new Map<string, readonly BelievedRate[]>(Map.groupBy(options.past ?? [], ({ pair }) => pair));
  /** Computed at most once a second. */
  let reckoned = new Map<string, PairPrice>();
  let second = 0;

  const knows = (source: SourceFacts, pair: Pair): boolean => {
    const inCurrencies = pair.cryptocurrency === 'USD' ? (source.dollarIn ?? []) : source.currencies;
    return inCurrencies.includes(pair.currency) && !heard.lacks(nameOf(pair), source.name);
  };
  const known = (pair: Pair): number => sources.filter((source) => knows(source, pair)).length;
  const reckon = (pair: Pair, now: Date): PairPrice => {
    const voices = heard.of(nameOf(pair));
    const rule = { now, maxAgeSeconds, deviationBps };
    const fresh = voices.map(({ latest }) => latest).filter((one) => isFresh(one, rule));
    // If there are two or more sources, at least two must agree. A single source can be wrong.
    if (known(pair) >= 2) return { agreed: agreedRate(fresh, { ...rule, atLeast: 2 }), fresh };
    const believed = voices.flatMap((voice) => voice.believed ?? []);
    return { agreed: agreedRate(believed, { ...rule, atLeast: 1 }), fresh };
  };
  const of = (pair: Pair, now: Date): PairPrice => {
    const thisSecond = Math.floor(now.getTime() / 1000);
    if (thisSecond !== second) [reckoned, second] = [new Map(), thisSecond];
    const name = nameOf(pair);
    const found = reckoned.get(name) ?? reckon(pair, now);
    reckoned.set(name, found);
    return found;
  };

  return {
    knows,
    known,
    of,
    record(source, pair, { rate, at }) {
      reckoned = new Map();
      const name = nameOf(pair);
      const { maxAgeSeconds: ownAge } = source;
      const isBelieved = isBelievable(rate, past.get(name) ?? [], at);
      const age = ownAge === undefined ? {} : { maxAgeSeconds: ownAge };
      heard.note(name, { source: source.name, rate, at, ...age }, isBelieved);
      return isBelieved || known(pair) >= 2;
    },
    noteLack(source, pairs) {
      reckoned = new Map();
      for (const pair of pairs) heard.noteLack(nameOf(pair), source);
    },
    settle(now) {
      const at = new Date(Math.floor(now.getTime() / stepMillis) * stepMillis);
      return heard.pairs().flatMap((name) => {
        const before = past.get(name) ?? [];
        const agreed = of(pairOf(name), now).agreed;
        if (agreed === null || before.some((one) => one.at.getTime() >= at.getTime())) return [];
        const lastHour = before.filter((one) => now.getTime() - one.at.getTime() <= keptMillis);
        past.set(name, [...lastHour, { rate: agreed.rate, at }]);
        return [{ pair: name, rate: agreed.rate, at }];
      });
    },
  };
}

export function nameOf({ cryptocurrency, currency }: Pair): string {
  return `${cryptocurrency}/${currency}`;
}

/** Symbols may contain a slash. The currency, which comes last, never does. */
function pairOf(name: string): Pair {
  const slash = name.lastIndexOf('/');
  return { cryptocurrency: name.slice(0, slash), currency: name.slice(slash + 1) };
}
