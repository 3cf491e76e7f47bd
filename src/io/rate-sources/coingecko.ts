// Prices from CoinGecko, which averages many exchanges: every coin in every wanted currency in one answer.
import type { RateKeys } from '../../core/config/config-rates.ts';
import { JsonFault, type JsonNode, readJson } from '../../core/config/json-lines.ts';
import type { Rate } from '../../core/money/rate.ts';
import { quotientOf, rateOfNumber } from '../../core/money/rate-cross.ts';
import { type Pair, type Price, type RateSource, RateSourceFault, type SourceOptions } from './rate-source.ts';
import { nameOf, textOf } from './source-call.ts';

const maxBytes = 256 * 1024;
/**
 * Without a key about five calls a minute are allowed, shared by all clients of one address. With a key at least
 * thirty.
 */
const everyMs = { withoutKey: 60_000, withKey: 30_000 };
/** A price that CoinGecko has not updated for longer is rejected. */
const oldestSeconds = 900;

/** CoinGecko's ids of coins. */
const coinIds: Readonly<Record<string, string>> = {
  BTC: 'bitcoin',
  ETH: 'ethereum',
  LTC: 'litecoin',
  DOGE: 'dogecoin',
  TRX: 'tron',
  BNB: 'binancecoin',
  AVAX: 'avalanche-2',
  POL: 'polygon-ecosystem-token',
  XDAI: 'xdai',
  SOL: 'solana',
  BCH: 'bitcoin-cash',
  USDT: 'tether',
  USDT0: 'usdt0',
  USDC: 'usd-coin',
  DAI: 'dai',
  EURC: 'euro-coin',
};

const currencies = (
  'AED ARS AUD BDT BHD BMD BRL CAD CHF CLP CNY CZK DKK EUR GBP GEL HKD HUF IDR ILS INR JPY KRW KWD LKR MMK MXN MYR ' +
  'NGN NOK NZD PHP PKR PLN RUB SAR SEK SGD THB TRY TWD UAH USD VES VND ZAR'
).split(' ');

/**
 * Uses GET /simple/price (docs.coingecko.com, Coin Price by IDs): on api.coingecko.com without a key or with a demo
 * key, and on pro-api.coingecko.com with a paid key.
 */
export function coingeckoSource({
  get,
  baseUrl,
  now = Date.now,
  keys,
}: SourceOptions & { keys: RateKeys }): RateSource {
  const isPro = keys.coingecko_pro !== undefined;
  const base = baseUrl ?? (isPro ? 'https://pro-api.coingecko.com' : 'https://api.coingecko.com');
  const headers: Readonly<Record<string, string>> = {
    ...(keys.coingecko === undefined ? {} : { 'x-cg-demo-api-key': keys.coingecko }),
    ...(keys.coingecko_pro === undefined ? {} : { 'x-cg-pro-api-key': keys.coingecko_pro }),
  };

  return {
    name: 'coingecko',
    currencies,
    dollarIn: currencies.filter((code) => code !== 'USD'),
    everyMs: Object.keys(headers).length === 0 ? everyMs.withoutKey : everyMs.withKey,
    async fetch(pairs, signal) {
      // The dollar's price is derived from the coin with the highest trading volume.
      const coins = new Set(['BTC', ...pairs.map((pair) => pair.cryptocurrency)]);
      const ids = [...coins].flatMap((coin) => coinIds[coin] ?? []);
      const asked = [...new Set(['USD', ...pairs.map((pair) => pair.currency)])].map((code) => code.toLowerCase());
      const query = `ids=${ids.join(',')}&vs_currencies=${asked.join(',')}&include_last_updated_at=true&precision=full`;
      const text = await textOf(get, `${base}/api/v3/simple/price?${query}`, { headers, maxBytes, signal });
      const answer = readCoins(text);
      const prices: Price[] = [];
      const refused: string[] = [];
      for (const pair of pairs) {
        const rate = rateOf(answer, pair, now());
        if (rate === undefined) continue;
        if (rate === null) refused.push(nameOf(pair));
        else prices.push({ ...pair, rate });
      }
      return { prices, refused };
    },
  };
}

type Members = ReadonlyMap<string, JsonNode>;

/** Returns undefined if CoinGecko does not know the pair, and null if its answer is not a valid price. */
function rateOf(answer: ReadonlyMap<string, Members>, pair: Pair, now: number): Rate | null | undefined {
  const isDollar = pair.cryptocurrency === 'USD';
  const coin = answer.get(coinIds[isDollar ? 'BTC' : pair.cryptocurrency] ?? '');
  const said = coin?.get(pair.currency.toLowerCase());
  if (coin === undefined || said === undefined) return undefined;
  const updated = coin.get('last_updated_at');
  if (updated?.kind !== 'number' || now / 1000 - updated.value > oldestSeconds) return null;
  const rate = numberOf(said);
  if (!isDollar || rate === null) return rate;
  const dollars = numberOf(coin.get('usd'));
  return dollars === null ? null : quotientOf(rate, dollars);
}

/** Parses the number's original text, without conversion to a float. */
function numberOf(node: JsonNode | undefined): Rate | null {
  return node?.kind === 'number' ? rateOfNumber(node.text) : null;
}

function readCoins(text: string): ReadonlyMap<string, Members> {
  const root = parse(text);
  if (root.kind !== 'object') throw new RateSourceFault('answered JSON of another shape');
  return new Map(
    root.members.map(({ key, value }) => {
      if (value.kind !== 'object') throw new RateSourceFault('answered JSON of another shape');
      return [key, new Map(value.members.map((member) => [member.key, member.value]))];
    }),
  );
}

function parse(text: string): JsonNode {
  try {
    return readJson(text);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    throw new RateSourceFault('answered something that is not JSON', { cause: error });
  }
}
