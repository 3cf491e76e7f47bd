// Prices from Binance's public market data: the midpoint of the best bid and the best ask.
import { type Pair, type Price, type RateSource, RateSourceFault, type SourceOptions } from './rate-source.ts';
import { halvingReader, isObject, middleOf, nameOf, parseJson, textOf } from './source-call.ts';

const maxBytes = 512 * 1024;
/** One call costs 4 of the 6,000 units per minute, for any number of symbols. */
const namesPerRequest = 100;

/**
 * Uses GET /api/v3/ticker/bookTicker?symbols=[…] (developers.binance.com, Spot REST API, Symbol order book ticker) on
 * the market data host, which needs no key. Binance has no dollar markets, so its USDT markets count as dollar markets.
 * If USDT loses its peg, Binance therefore deviates from the other sources. It gives no price for USDT itself.
 */
export function binanceSource(options: SourceOptions): RateSource {
  const { get, baseUrl = 'https://data-api.binance.vision', now = Date.now } = options;
  const tickers = halvingReader<Record<string, unknown>>(
    async (names, signal) => {
      const symbols = encodeURIComponent(JSON.stringify(names));
      const text = await textOf(get, `${baseUrl}/api/v3/ticker/bookTicker?symbols=${symbols}`, {
        maxBytes,
        signal,
        alsoStatus: 400,
      });
      const parsed = parseJson(text);
      if (isObject(parsed) && parsed.code === -1121) return null;
      if (isObject(parsed) && parsed.msg !== undefined) throw new RateSourceFault(`answered ${String(parsed.msg)}`);
      if (!Array.isArray(parsed)) throw new RateSourceFault('answered JSON of another shape');
      return new Map(parsed.filter(isObject).map((ticker) => [String(ticker.symbol), ticker]));
    },
    { namesPerRequest, now },
  );

  return {
    name: 'binance',
    currencies: ['USD', 'EUR', 'BRL', 'TRY', 'JPY', 'PLN', 'ZAR', 'MXN', 'ARS', 'CZK', 'RON'],
    async fetch(pairs, signal) {
      const traded = pairs.filter((pair) => pair.cryptocurrency !== 'USD' && symbolOf(pair) !== null);
      const found = await tickers(
        traded.map((pair) => symbolOf(pair) as string),
        signal,
      );
      const prices: Price[] = [];
      const refused: string[] = [];
      for (const pair of traded) {
        const ticker = found.get(symbolOf(pair) as string);
        if (ticker === undefined) continue;
        const rate = middleOf(ticker.bidPrice, ticker.askPrice);
        if (rate === null) refused.push(nameOf(pair));
        else prices.push({ ...pair, rate });
      }
      return { prices, refused };
    },
  };
}

function symbolOf({ cryptocurrency, currency }: Pair): string | null {
  if (currency !== 'USD') return cryptocurrency + currency;
  return cryptocurrency === 'USDT' ? null : `${cryptocurrency}USDT`;
}
