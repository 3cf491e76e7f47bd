// The pairs to query: common ones from the start, others from the first time that a price is requested.
import type { Rate } from '../../../core/money/rate.ts';
import type { Pair } from '../../../io/rate-sources/rate-source.ts';
import type { Coin } from './find-rate.ts';
import { nameOf, type PairPrices } from './pair-prices.ts';

/** Queried from the start, so that the first customer does not wait for a price. */
const usualCurrencies = ['USD', 'EUR'];

export interface WantedPairs {
  /** Adds this pair if a source knows it, and the pairs that its cross rate by way of the dollar needs. */
  add(symbol: string, currency: string): void;
  list(): readonly Pair[];
  /** Calls the listener when a new pair is added. Returns a function that removes the listener. */
  onAdded(listener: () => void): () => void;
}

export function wantedPairs(known: {
  readonly fixedRates: ReadonlyMap<string, Rate>;
  readonly prices: Pick<PairPrices, 'known'>;
  readonly coins: readonly Coin[];
  /** By symbol, the coins that no source is asked for. */
  readonly builtIn: ReadonlyMap<string, Rate>;
}): WantedPairs {
  const { fixedRates, prices, coins, builtIn } = known;
  const wanted = new Map<string, Pair>();
  const listeners = new Set<() => void>();
  const want = ({ cryptocurrency, currency }: Pair): boolean => {
    const name = nameOf({ cryptocurrency, currency });
    if (
      builtIn.has(cryptocurrency) ||
      fixedRates.has(name) ||
      wanted.has(name) ||
      prices.known({ cryptocurrency, currency }) === 0
    )
      return false;
    wanted.set(name, { cryptocurrency, currency });
    return true;
  };
  const wantAll = (symbol: string, currency: string): boolean => {
    const news = [want({ cryptocurrency: symbol, currency })];
    if (currency !== 'USD') news.push(want({ cryptocurrency: 'USD', currency }));
    return news.includes(true);
  };
  for (const { symbol } of coins) for (const currency of usualCurrencies) wantAll(symbol, currency);
  for (const { symbol, peg } of coins) if (peg !== null) want({ cryptocurrency: symbol, currency: peg });
  return {
    add(symbol, currency) {
      if (wantAll(symbol, currency)) for (const listener of listeners) listener();
    },
    list: () => [...wanted.values()],
    onAdded(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
