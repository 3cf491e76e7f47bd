// What a pair is worth by what the sources say of it, and what it was believed to be worth in the last hour.
import type { Rate } from '../../../core/money/rate.ts';
import { type BelievedRate, isBelievable } from '../../../core/money/rate-band.ts';
import { type Agreement, agreedRate, type HeardRate, isFresh } from '../../../core/money/rate-median.ts';
import type { Pair, RateSource } from '../../../io/rate-sources/rate-source.ts';
import { rememberRates } from './last-quotes.ts';

export type SourceFacts = Pick<RateSource, 'name' | 'currencies' | 'dollarIn' | 'maxAgeSeconds'>;

export interface PairPricesOptions {
  /** Of those sources that are really asked. */
  readonly sources: readonly SourceFacts[];
  readonly maxAgeSeconds: number;
  readonly deviationBps: number;
  /** What was believed before this process began. */
  readonly past?: readonly BelievedPair[];
}

/** The first price that a pair was believed to have in ten minutes. */
export interface BelievedPair extends BelievedRate {
  readonly pair: string;
}

export interface PairPrice {
  /** null where there is no price now: nothing fresh, or no agreement, or nothing to be believed. */
  readonly agreed: Agreement | null;
  /** What fresh sources say, believed or not. */
  readonly fresh: readonly HeardRate[];
}

export interface PairPrices {
  /** Whether this source may know the pair. */
  knows(source: SourceFacts, pair: Pair): boolean;
  /** How many of the sources do. */
  known(pair: Pair): number;
  of(pair: Pair, now: Date): PairPrice;
  /** Answers whether it is believed, should nobody else know the pair. */
  record(source: SourceFacts, pair: Pair, said: { readonly rate: Rate; readonly at: Date }): boolean;
  noteLack(source: string, pairs: readonly Pair[]): void;
  /** Remembers what is believed now; answers what is new of it, to be kept. */
  settle(now: Date): readonly BelievedPair[];
}

const keptMillis = 3_600_000;
const stepMillis = 600_000;

export function createPairPrices(options: PairPricesOptions): PairPrices {
  const { sources, maxAgeSeconds, deviationBps } = options;
  const heard = rememberRates();
  const past = new Map<string, readonly BelievedRate[]>(Map.groupBy(options.past ?? [], ({ pair }) => pair));
  /** Reckoned once in a second. */
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
    // Two sources at least wherever there are two: one alone could say anything.
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

/** Symbols may hold anything but the currency, which stands last, may not. */
function pairOf(name: string): Pair {
  const slash = name.lastIndexOf('/');
  return { cryptocurrency: name.slice(0, slash), currency: name.slice(slash + 1) };
}
