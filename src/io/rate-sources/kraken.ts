// Prices from Kraken's public market data: the midpoint of the best bid and the best ask.

import type { Rate } from '../../core/money/rate.ts';
import { quotientOf } from '../../core/money/rate-cross.ts';
import { type Pair, type Price, type RateSource, RateSourceFault, type SourceOptions } from './rate-source.ts';
import { halvingReader, isObject, middleOf, nameOf, parseJson, textOf } from './source-call.ts';

const maxBytes = 256 * 1024;
const pairsPerRequest = 40;
const one: Rate = { value: 1n, scale: 0 };

/** Kraken's own symbols of coins. */
const krakenNames: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' };
/** Currencies that Kraken trades against the dollar in the opposite direction: EURUSD. */
const turned = new Set(['EUR', 'GBP', 'AUD']);

/** Uses GET /0/public/Ticker (docs.kraken.com/api, Get Ticker Information), which needs no key. */
export function krakenSource(options: SourceOptions): RateSource {
  const { get, baseUrl = 'https://api.kraken.com', now = Date.now } = options;
  const tickers = halvingReader<unknown>(
    async (names, signal) => {
      const url = `${baseUrl}/0/public/Ticker?pair=${names.map(encodeURIComponent).join(',')}`;
      const { error, result } = readAnswer(await textOf(get, url, { maxBytes, signal }));
      if (error.length === 0) return new Map(Object.entries(result));
      if (error.some((each) => each.includes('Unknown asset pair'))) return null;
      throw new RateSourceFault(`answered ${error.join(', ')}`);
    },
    { namesPerRequest: pairsPerRequest, now },
  );

  return {
    name: 'kraken',
    currencies: ['USD', 'EUR', 'GBP', 'CAD', 'CHF', 'JPY', 'AUD'],
    dollarIn: ['EUR', 'GBP', 'CAD', 'CHF', 'JPY', 'AUD'],
    async fetch(pairs, signal) {
      const found = await tickers(pairs.map(pairName), signal);
      const prices: Price[] = [];
      const refused: string[] = [];
      for (const pair of pairs) {
        const ticker = answerNames(pair)
          .map((name) => found.get(name))
          .find((each) => each !== undefined);
        if (ticker === undefined) continue;
        const rate = priceOf(ticker);
        if (rate === null) refused.push(nameOf(pair));
        else prices.push({ ...pair, rate: isTurned(pair) ? quotientOf(one, rate) : rate });
      }
      return { prices, refused };
    },
  };
}

/** Returns the two members that every answer has, even an error. Throws RateSourceFault for anything else. */
function readAnswer(text: string): { error: readonly string[]; result: object } {
  const parsed = parseJson(text);
  if (!isObject(parsed) || !Array.isArray(parsed.error)) throw new RateSourceFault('answered JSON of another shape');
  const error = parsed.error.map(String);
  if (error.length === 0 && !isObject(parsed.result)) throw new RateSourceFault('answered without a result');
  return { error, result: isObject(parsed.result) ? parsed.result : {} };
}

function priceOf(ticker: unknown): Rate | null {
  if (!isObject(ticker)) return null;
  const first = (side: unknown): unknown => (Array.isArray(side) ? side[0] : undefined);
  return middleOf(first(ticker.b), first(ticker.a));
}

function isTurned({ cryptocurrency, currency }: Pair): boolean {
  return cryptocurrency === 'USD' && turned.has(currency);
}

function pairName(pair: Pair): string {
  if (isTurned(pair)) return `${pair.currency}USD`;
  return (krakenNames[pair.cryptocurrency] ?? pair.cryptocurrency) + pair.currency;
}

/**
 * Answers use the older names of some assets: XBTUSD is returned as XXBTZUSD, USDTUSD as USDTZUSD, and EURUSD as
 * ZEURZUSD. Other names are rejected.
 */
function answerNames(pair: Pair): readonly string[] {
  const name = pairName(pair);
  const [base, quote] = [name.slice(0, -3), name.slice(-3)];
  return [
    name,
    `X${base}Z${quote}`,
    `${base}Z${quote}`,
    ...(pair.cryptocurrency === 'USD' ? [`Z${base}Z${quote}`] : []),
  ];
}
