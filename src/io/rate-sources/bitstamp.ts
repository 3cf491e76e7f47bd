// Prices from Bitstamp's public market data: every market in one answer, the midpoint of bid and ask.

import type { Rate } from '../../core/money/rate.ts';
import { quotientOf } from '../../core/money/rate-cross.ts';
import { type Pair, type Price, type RateSource, RateSourceFault, type SourceOptions } from './rate-source.ts';
import { isObject, middleOf, nameOf, parseJson, textOf } from './source-call.ts';

const maxBytes = 1024 * 1024;
const one: Rate = { value: 1n, scale: 0 };
/** Currencies that Bitstamp trades against the dollar in the opposite direction: EUR/USD. */
const turned = ['EUR', 'GBP'];

/** Uses GET /api/v2/ticker/ (bitstamp.net/api, Ticker, all currency pairs), which needs no key. */
export function bitstampSource({ get, baseUrl = 'https://www.bitstamp.net' }: SourceOptions): RateSource {
  return {
    name: 'bitstamp',
    currencies: ['USD', 'EUR', 'GBP'],
    dollarIn: turned,
    async fetch(pairs, signal) {
      const parsed = parseJson(await textOf(get, `${baseUrl}/api/v2/ticker/`, { maxBytes, signal }));
      if (!Array.isArray(parsed)) throw new RateSourceFault('answered JSON of another shape');
      const markets = new Map(parsed.filter(isObject).map((market) => [String(market.pair), market]));
      const prices: Price[] = [];
      const refused: string[] = [];
      for (const pair of pairs) {
        const isTurned = pair.cryptocurrency === 'USD';
        const market = markets.get(isTurned ? nameOf(turnedPair(pair)) : nameOf(pair));
        if (market === undefined) continue;
        const rate = middleOf(market.bid, market.ask);
        if (rate === null) refused.push(nameOf(pair));
        else prices.push({ ...pair, rate: isTurned ? quotientOf(one, rate) : rate });
      }
      return { prices, refused };
    },
  };
}

function turnedPair({ cryptocurrency, currency }: Pair): Pair {
  return { cryptocurrency: currency, currency: cryptocurrency };
}
