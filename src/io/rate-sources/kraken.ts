// Prices from Kraken's public market data: the middle between the best bid and the best ask.

import { parseRate, type Rate } from '../../core/money/rate.ts';
import { meanOf } from '../../core/money/rate-median.ts';
import { type Get, type Pair, type Price, type RateSource, RateSourceFault } from './rate-source.ts';

interface Options {
  readonly get: Get;
  readonly baseUrl?: string;
  now?(): number;
}

const timeoutMs = 10_000;
const maxBytes = 256 * 1024;
const pairsPerRequest = 40;
/** A pair that is not traded today may be one day. */
const forgetUntradedMs = 60 * 60 * 1000;
/** Between bid and ask: a market wider than this share of the ask has no price to speak of. */
const widestSpreadPercent = 5n;

/** Kraken's own names for coins. */
const krakenNames: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' };

/** Uses GET /0/public/Ticker (docs.kraken.com/api, Get Ticker Information), which needs no key. */
export function krakenSource({ get, baseUrl = 'https://api.kraken.com', now = Date.now }: Options): RateSource {
  /** Until when each pair is not asked for, by name. */
  const untraded = new Map<string, number>();

  async function tickers(names: readonly string[], signal: AbortSignal): Promise<Map<string, unknown>> {
    const url = `${baseUrl}/0/public/Ticker?pair=${names.map(encodeURIComponent).join(',')}`;
    const { error, result } = await readAnswer(get(url, { maxBytes, timeoutMs, signal }));
    if (error.length === 0) return new Map(Object.entries(result));
    if (!error.some((each) => each.includes('Unknown asset pair')))
      throw new RateSourceFault(`answered ${error.join(', ')}`);
    // One unknown pair spoils the whole answer and is not named in it: halving finds it.
    if (names.length === 1) {
      untraded.set(names[0] as string, now() + forgetUntradedMs);
      return new Map();
    }
    const half = names.length >> 1;
    const first = await tickers(names.slice(0, half), signal);
    return new Map([...first, ...(await tickers(names.slice(half), signal))]);
  }

  return {
    name: 'kraken',
    currencies: ['USD', 'EUR', 'GBP', 'CAD', 'CHF', 'JPY', 'AUD'],
    async fetch(pairs, signal) {
      const names = [...new Set(pairs.map(pairName))].filter((name) => (untraded.get(name) ?? 0) <= now());
      const found = new Map<string, unknown>();
      for (let at = 0; at < names.length; at += pairsPerRequest) {
        const part = await tickers(names.slice(at, at + pairsPerRequest), signal);
        for (const [key, ticker] of part) found.set(key, ticker);
      }
      const prices: Price[] = [];
      const refused: string[] = [];
      for (const pair of pairs) {
        const ticker = answerNames(pair)
          .map((name) => found.get(name))
          .find((each) => each !== undefined);
        if (ticker === undefined) continue;
        const rate = priceOf(ticker);
        if (rate === null) refused.push(`${pair.cryptocurrency}/${pair.currency}`);
        else prices.push({ ...pair, rate });
      }
      return { prices, refused };
    },
  };
}

/** The two members that every answer has, whatever else went wrong. Throws RateSourceFault for anything else. */
async function readAnswer(answer: ReturnType<Get>): Promise<{ error: readonly string[]; result: object }> {
  const { status, body } = await answer.catch((error: unknown) => {
    throw new RateSourceFault(error instanceof Error ? error.message : String(error), { cause: error });
  });
  if (status !== 200) throw new RateSourceFault(`answered with status ${status}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new RateSourceFault('answered something that is not JSON', { cause: error });
  }
  if (!isObject(parsed) || !Array.isArray(parsed.error)) throw new RateSourceFault('answered JSON of another shape');
  const error = parsed.error.map(String);
  if (error.length === 0 && !isObject(parsed.result)) throw new RateSourceFault('answered without a result');
  return { error, result: isObject(parsed.result) ? parsed.result : {} };
}

/** null for a ticker whose bid and ask are no prices, crossed, or too far apart. */
function priceOf(ticker: unknown): Rate | null {
  if (!isObject(ticker)) return null;
  const ask = firstPrice(ticker.a);
  const bid = firstPrice(ticker.b);
  if (ask === null || bid === null) return null;
  // Kraken writes both with the same digits; where it does not, the comparison would need more than this.
  if (ask.scale !== bid.scale || bid.value > ask.value) return null;
  if ((ask.value - bid.value) * 100n > ask.value * widestSpreadPercent) return null;
  return meanOf(ask, bid);
}

function firstPrice(side: unknown): Rate | null {
  const text: unknown = Array.isArray(side) ? side[0] : undefined;
  return typeof text === 'string' ? parseRate(text) : null;
}

function pairName({ cryptocurrency, currency }: Pair): string {
  return (krakenNames[cryptocurrency] ?? cryptocurrency) + currency;
}

/**
 * Answers bear the older names of some assets: XBTUSD comes back as XXBTZUSD, USDTUSD as USDTZUSD. No other name is
 * taken.
 */
function answerNames({ cryptocurrency, currency }: Pair): readonly string[] {
  const base = krakenNames[cryptocurrency] ?? cryptocurrency;
  return [base + currency, `X${base}Z${currency}`, `${base}Z${currency}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
