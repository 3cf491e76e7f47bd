// The prices known right now, in memory: fixed ones, and what the sources were last heard to say.
import type { Stablecoins } from '../../core/app-settings.ts';
import type { FixedRate } from '../../core/config/config.ts';
import { formatRate, type Rate, type RateEvidence } from '../../core/money/rate.ts';
import { agreedRate } from '../../core/money/rate-median.ts';
import type { Pair } from '../../io/rate-sources/rate-source.ts';
import type { Cryptocurrency } from '../catalog/catalog.ts';
import { rememberRates } from './heard-rates.ts';

type Coin = Pick<Cryptocurrency, 'symbol' | 'stable' | 'peg'>;

export interface RateBook {
  /**
   * The price of one whole coin. A fixed pair is always that price; a stable coin at par is 1 in the currency it stands
   * for; anything else is what the fresh sources agree on. null: there is no such price now, and none is guessed. Asking
   * for a pair is what makes the sources be asked for it from then on.
   */
  rateFor(
    coin: Coin,
    currency: string,
    stablecoins: Stablecoins,
    now: Date,
  ): { rate: Rate; evidence: RateEvidence } | null;
  /** All prices known of a coin, by currency, to be shown: rounded to what a JSON number holds. */
  ratesOf(coin: Coin, now: Date): Record<string, number>;
  /** The currencies that there may be prices in, sorted. */
  readonly currencies: readonly string[];
  /** The pairs that sources should be asked for. */
  wanted(): readonly Pair[];
  /** Calls back, until the answer is called, when a pair is wanted that was not before. */
  onWanted(listener: () => void): () => void;
  /** Notes what a source said. A sudden jump is believed when it is said twice. Answers whether it is believed now. */
  record(source: string, pair: Pair, rate: Rate, at: Date): boolean;
}

export interface RateBookOptions {
  readonly fixed: readonly FixedRate[];
  /** Of those sources that are really asked: their names and the currencies that they know. */
  readonly sources: readonly { readonly name: string; readonly currencies: readonly string[] }[];
  readonly maxAgeSeconds: number;
  /** The coins that can be paid with. */
  readonly coins: readonly Coin[];
}

/** Wanted from the start, so that the first customer need not wait for a price. */
const usualCurrencies = ['USD', 'EUR'];
const oneToOne: Rate = { value: 1n, scale: 0 };

export function createRateBook({ fixed, sources, maxAgeSeconds, coins }: RateBookOptions): RateBook {
  const fixedRates = new Map(fixed.map((each) => [nameOf(each), each.rate]));
  const heard = rememberRates(maxAgeSeconds);
  const wanted = new Map<string, Pair>();
  const listeners = new Set<() => void>();
  const known = new Set(sources.flatMap((source) => source.currencies));
  const pegs = coins.flatMap((coin) => coin.peg ?? []);
  const currencies = [...new Set([...known, ...fixed.map((each) => each.currency), ...pegs])].sort();
  // Two sources at least wherever there are two: one alone could say anything.
  const atLeast = Math.min(2, Math.max(1, sources.length));
  let shown = new Map<string, { second: number; rates: Record<string, number> }>();

  const want = (pair: Pair): boolean => {
    const name = nameOf(pair);
    if (!known.has(pair.currency) || fixedRates.has(name) || wanted.has(name)) return false;
    wanted.set(name, { cryptocurrency: pair.cryptocurrency, currency: pair.currency });
    return true;
  };
  for (const { symbol: cryptocurrency } of coins)
    for (const currency of usualCurrencies) want({ cryptocurrency, currency });

  const find = (coin: Coin, currency: string, stablecoins: Stablecoins, now: Date) => {
    const name = nameOf({ cryptocurrency: coin.symbol, currency });
    const fixedRate = fixedRates.get(name);
    if (fixedRate !== undefined) return { rate: fixedRate, evidence: declared('fixed', now) };
    if (stablecoins === 'at_par' && coin.stable && coin.peg === currency)
      return { rate: oneToOne, evidence: declared('at_par', now) };
    return agreedRate(heard.of(name), { now, maxAgeSeconds, atLeast });
  };

  return {
    currencies,
    rateFor(coin, currency, stablecoins, now) {
      const found = find(coin, currency, stablecoins, now);
      if (want({ cryptocurrency: coin.symbol, currency })) for (const listener of listeners) listener();
      return found && { rate: found.rate, evidence: found.evidence };
    },
    ratesOf(coin, now) {
      const second = Math.floor(now.getTime() / 1000);
      const kept = shown.get(coin.symbol);
      if (kept?.second === second) return kept.rates;
      const entries = currencies.flatMap((currency) => {
        const found = find(coin, currency, 'at_par', now);
        return found === null ? [] : [[currency, Number(formatRate(found.rate))] as const];
      });
      const rates = Object.fromEntries(entries);
      shown.set(coin.symbol, { second, rates });
      return rates;
    },
    wanted: () => [...wanted.values()],
    onWanted(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    record(source, pair, rate, at) {
      shown = new Map();
      return heard.note(nameOf(pair), { source, rate, at });
    },
  };
}

function declared(method: 'fixed' | 'at_par', now: Date): RateEvidence {
  return { method, at: now.toISOString(), sources: [] };
}

function nameOf({ cryptocurrency, currency }: Pair): string {
  return `${cryptocurrency}/${currency}`;
}
