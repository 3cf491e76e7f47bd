// Prices from Coinbase's exchange rates: one call per coin returns nearly every currency.
import { allCurrencies } from '../../core/money/currency.ts';
import { parseRate } from '../../core/money/rate.ts';
import { roundRate } from '../../core/money/rate-cross.ts';
import { type Price, type RateSource, RateSourceFault, type SourceOptions } from './rate-source.ts';
import { isObject, nameOf, parseJson, textOf } from './source-call.ts';

const maxBytes = 256 * 1024;
/**
 * The maximum number of concurrent calls. All coins take about thirty calls a minute, of ten thousand an hour allowed.
 */
const atOnce = 4;
const all = allCurrencies().map(({ code }) => code);

/** Coin prices in these currencies are used directly. Other currencies are priced by way of the dollar. */
const direct = ['USD', 'EUR', 'GBP'];

/**
 * Uses GET /v2/exchange-rates?currency= (docs.cdp.coinbase.com, Data API, Exchange Rates), which needs no key. It
 * returns the value of one unit of that currency in all others.
 */
export function coinbaseSource({ get, baseUrl = 'https://api.coinbase.com' }: SourceOptions): RateSource {
  let quoted: readonly string[] = all;

  /** Returns null for a currency that Coinbase does not know. */
  async function ratesOf(base: string, signal: AbortSignal): Promise<Record<string, unknown> | null> {
    const url = `${baseUrl}/v2/exchange-rates?currency=${encodeURIComponent(base)}`;
    const parsed = parseJson(await textOf(get, url, { maxBytes, signal, alsoStatus: 400 }));
    if (isObject(parsed) && Array.isArray(parsed.errors)) return null;
    const data = isObject(parsed) ? parsed.data : null;
    if (!isObject(data) || !isObject(data.rates)) throw new RateSourceFault('answered JSON of another shape');
    if (data.currency !== base) throw new RateSourceFault('answered for another currency than requested');
    return data.rates;
  }

  return {
    name: 'coinbase',
    currencies: direct,
    get dollarIn() {
      return quoted;
    },
    async fetch(pairs, signal) {
      const prices: Price[] = [];
      const refused: string[] = [];
      const take = (base: string, currency: string, said: unknown) => {
        const rate = typeof said === 'string' ? parseRate(said.slice(0, 40)) : null;
        if (rate !== null) prices.push({ cryptocurrency: base, currency, rate: roundRate(rate) });
        else if (said !== undefined) refused.push(nameOf({ cryptocurrency: base, currency }));
      };
      const dollar = await ratesOf('USD', signal);
      if (dollar === null) throw new RateSourceFault('does not know the dollar');
      quoted = all.filter((code) => code !== 'USD' && dollar[code] !== undefined);
      for (const code of quoted) take('USD', code, dollar[code]);
      const coins = [...new Set(pairs.map((pair) => pair.cryptocurrency))].filter((coin) => coin !== 'USD');
      const readNext = async (): Promise<void> => {
        for (let coin = coins.shift(); coin !== undefined; coin = coins.shift()) {
          const rates = await ratesOf(coin, signal);
          for (const pair of pairs)
            if (pair.cryptocurrency === coin && rates !== null) take(coin, pair.currency, rates[pair.currency]);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, readNext));
      return { prices, refused };
    },
  };
}
