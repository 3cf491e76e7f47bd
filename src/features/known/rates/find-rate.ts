// Finds the current price of a coin: a fixed rate, par, the median of the sources, or a cross rate by way of the US
// dollar.
import type { Stablecoins } from '../../../core/app-settings.ts';
import { builtInDollar } from '../../../core/money/built-in-rates.ts';
import { formatRate, type Rate, type RateEvidence } from '../../../core/money/rate.ts';
import { isNear } from '../../../core/money/rate-band.ts';
import { productOf } from '../../../core/money/rate-cross.ts';
import type { HeardRate } from '../../../core/money/rate-median.ts';
import type { Pair } from '../../../io/rate-sources/rate-source.ts';
import type { Cryptocurrency } from '../catalog/catalog.ts';
import { nameOf, type PairPrices } from './pair-prices.ts';

export type Coin = Pick<Cryptocurrency, 'symbol' | 'stable' | 'peg'>;

export interface Rated {
  readonly rate: Rate;
  readonly evidence: RateEvidence;
}

const oneToOne: Rate = { value: 1n, scale: 0 };
/** A stablecoin that deviates further from its peg has lost it. In hundredths of a percent. */
const pegBps = 200n;
const absurdBps = 5_000n;

export interface KnownPrices {
  readonly prices: Pick<PairPrices, 'of' | 'known'>;
  readonly fixedRates: ReadonlyMap<string, Rate>;
  /** The built-in prices of coins without value, in US dollars, by symbol. No source is asked for them. */
  readonly builtIn: ReadonlyMap<string, Rate>;
  isDepegged(symbol: string): boolean;
}

export interface RateFinder {
  /** Returns the price that the fresh sources agree on, or null. */
  market(pair: Pair, now: Date): Rated | null;
  find(coin: Coin, currency: string, stablecoins: Stablecoins, now: Date): Rated | null;
}

export function rateFinder({ prices, fixedRates, builtIn, isDepegged }: KnownPrices): RateFinder {
  const market = (pair: Pair, now: Date): Rated | null => prices.of(pair, now).agreed;
  /** Returns par, unless a fresh source deviates from it. Then returns the price that the sources agree on, or null. */
  const pegged = (coin: Coin, pair: Pair, now: Date): Rated | null => {
    const { agreed, fresh } = prices.of(pair, now);
    if (agreed !== null) {
      const isAtPar = isNear(agreed.rate, oneToOne, pegBps);
      // If a single source reports a price this far from par, it is probably an error.
      if (agreed.evidence.method === 'single' && !isNear(agreed.rate, oneToOne, absurdBps)) return null;
      return isAtPar ? { rate: oneToOne, evidence: { ...agreed.evidence, method: 'at_par' } } : agreed;
    }
    const isDoubtful = isDepegged(coin.symbol) || fresh.some(({ rate }) => !isNear(rate, oneToOne, pegBps));
    return isDoubtful ? null : { rate: oneToOne, evidence: declared('at_par', now, fresh) };
  };
  const inCurrency = (coin: Coin, currency: string, stablecoins: Stablecoins, now: Date): Rated | null => {
    const pair = { cryptocurrency: coin.symbol, currency };
    const fixedRate = fixedRates.get(nameOf(pair));
    if (fixedRate !== undefined) return { rate: fixedRate, evidence: declared('fixed', now) };
    if (stablecoins === 'at_par' && coin.stable && coin.peg === currency) return pegged(coin, pair, now);
    return market(pair, now);
  };
  /** The price of a coin without value. The dollar's price is the market's, or a built-in one if there is none. */
  const priced = (coin: Coin, currency: string, inDollars: Rate, now: Date): Rated | null => {
    const known = builtInRate(inDollars, now);
    if (currency === 'USD') return known;
    const listed = builtInDollar(currency);
    const dollar = market({ cryptocurrency: 'USD', currency }, now) ?? (listed && builtInRate(listed, now));
    return dollar && cross(coin.symbol, currency, known, dollar);
  };
  const find = (coin: Coin, currency: string, stablecoins: Stablecoins, now: Date): Rated | null => {
    const known = builtIn.get(coin.symbol);
    if (known !== undefined && !fixedRates.has(nameOf({ cryptocurrency: coin.symbol, currency })))
      return priced(coin, currency, known, now);
    const direct = inCurrency(coin, currency, stablecoins, now);
    const isChecked = prices.known({ cryptocurrency: coin.symbol, currency }) >= 2;
    if (currency === 'USD' || isChecked || isDeclared(direct)) return direct;
    const inDollars = inCurrency(coin, 'USD', stablecoins, now);
    const dollar = market({ cryptocurrency: 'USD', currency }, now);
    const crossed = inDollars && dollar && cross(coin.symbol, currency, inDollars, dollar);
    return inDollars?.evidence.method === 'median' ? (crossed ?? direct) : (direct ?? crossed);
  };
  return { market, find };
}

function cross(symbol: string, currency: string, inDollars: Rated, dollar: Rated): Rated {
  const of = (pair: string, { rate, evidence: { method, at, sources: heard } }: Rated) =>
    (heard.length === 0 ? [{ source: method, rate: formatRate(rate), at }] : heard).map((each) => ({ ...each, pair }));
  const sources = [...of(`${symbol}/USD`, inDollars), ...of(`USD/${currency}`, dollar)];
  return {
    rate: productOf(inDollars.rate, dollar.rate),
    evidence: { method: 'cross', at: dollar.evidence.at, sources },
  };
}

function builtInRate(rate: Rate, now: Date): Rated {
  const at = now.toISOString();
  return { rate, evidence: { method: 'fixed', at, sources: [{ source: 'built-in', rate: formatRate(rate), at }] } };
}

function isDeclared(rated: Rated | null): boolean {
  return rated?.evidence.method === 'fixed' || rated?.evidence.method === 'at_par';
}

function declared(method: 'fixed' | 'at_par', now: Date, heard: readonly HeardRate[] = []): RateEvidence {
  const sources = heard.map(({ source, rate, at }) => ({ source, rate: formatRate(rate), at: at.toISOString() }));
  return { method, at: now.toISOString(), sources };
}
