// Prices from Chainlink's feeds on Ethereum, read from the contracts over the network's endpoints.
import type { Rate } from '../../core/money/rate.ts';
import { quotientOf } from '../../core/money/rate-cross.ts';
import {
  type Get,
  type Pair,
  type Price,
  type RateSource,
  RateSourceFault,
  type SourceOptions,
} from './rate-source.ts';
import { isObject, nameOf, parseJson, textOf } from './source-call.ts';

const maxBytes = 16 * 1024;
/**
 * A feed updates when the price moves by half a percent or its heartbeat ends, so more frequent reads give nothing new.
 */
const everyMs = 60_000;
/** In seconds. The update after a heartbeat takes a while to be mined. */
const graceSeconds = 600;
const latestRoundData = '0xfeaf968c';
const decimalsOf = '0x313ce567';
const one: Rate = { value: 1n, scale: 0 };

interface Feed {
  readonly address: string;
  /** The maximum number of seconds between two updates. */
  readonly heartbeat: number;
}

/**
 * The dollar feeds' proxies as listed in docs.chain.link, Data Feeds, Price Feed Contract Addresses, Ethereum Mainnet.
 */
const feeds: Readonly<Record<string, Feed>> = {
  BTC: { address: '0xF4030086522a5bEEa4988F8cA5B36dbC97BeE88c', heartbeat: 3_600 },
  ETH: { address: '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419', heartbeat: 3_600 },
  DAI: { address: '0xAed0c38402a5d19df6E4c03F4E2DceD6e29c1ee9', heartbeat: 3_600 },
  USDC: { address: '0x8fFfFfd4AfB6115b954Bd326cbe7B4BA576818f6', heartbeat: 86_400 },
  USDT: { address: '0x3E7d1eAB13ad0104d2750B8863b489D65364e32D', heartbeat: 86_400 },
  EUR: { address: '0xb49f677943BC038e9857d61E7d053CaA2C1734C1', heartbeat: 86_400 },
  GBP: { address: '0x5c0Ab2d9b5a7ed9f470386e82BB36A3613cDd4b5', heartbeat: 86_400 },
};

/** `rpc` holds Ethereum endpoints, tried in their order. A feed older than its heartbeat is rejected. */
export function chainlinkSource(options: SourceOptions & { readonly rpc: readonly string[] }): RateSource {
  const { get, now = Date.now } = options;
  const endpoints = options.baseUrl === undefined ? options.rpc : [options.baseUrl];
  /** By address. They never change. */
  const decimals = new Map<string, number>();

  async function readFeed({ address, heartbeat }: Feed, signal: AbortSignal): Promise<Rate | null> {
    const read = (data: string) => call(get, endpoints, { to: address, data }, signal);
    const known = decimals.get(address) ?? Number(wordsOf(await read(decimalsOf), 1)?.[0] ?? -1n);
    if (known < 0 || known > 18) return null;
    decimals.set(address, known);
    const [round, answer, , updatedAt, answeredIn] = wordsOf(await read(latestRoundData), 5) ?? [];
    if (round === undefined || answer === undefined || updatedAt === undefined || answeredIn === undefined) return null;
    if (answer <= 0n || answer >= 1n << 127n || answeredIn < round) return null;
    const age = BigInt(Math.floor(now() / 1000)) - updatedAt;
    return updatedAt === 0n || age > BigInt(heartbeat + graceSeconds) ? null : { value: answer, scale: known };
  }

  return {
    name: 'chainlink',
    currencies: ['USD'],
    dollarIn: ['EUR', 'GBP'],
    everyMs,
    async fetch(pairs, signal) {
      if (endpoints.length === 0)
        throw new RateSourceFault('the network ethereum has no endpoint (set RPC_URL_ETHEREUM)');
      const prices: Price[] = [];
      const refused: string[] = [];
      for (const pair of pairs) {
        const feed = feeds[isTurned(pair) ? pair.currency : pair.cryptocurrency];
        if (feed === undefined) continue;
        const rate = await readFeed(feed, signal);
        if (rate === null) refused.push(nameOf(pair));
        else prices.push({ ...pair, rate: isTurned(pair) ? quotientOf(one, rate) : rate });
      }
      return { prices, refused };
    },
  };
}

/** Whether the pair asks for a dollar in a currency, while the feed has the currency in dollars. */
function isTurned({ cryptocurrency }: Pair): boolean {
  return cryptocurrency === 'USD';
}

/** Sends eth_call for the newest block (execution-apis) to the first endpoint that answers. */
async function call(
  get: Get,
  endpoints: readonly string[],
  what: { readonly to: string; readonly data: string },
  signal: AbortSignal,
): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_call', params: [what, 'latest'] });
  const headers = { 'content-type': 'application/json' };
  let fault = new RateSourceFault('has no endpoint');
  for (const [index, endpoint] of endpoints.entries()) {
    try {
      const parsed = parseJson(await textOf(get, endpoint, { headers, body, maxBytes, signal }));
      if (isObject(parsed) && typeof parsed.result === 'string') return parsed.result;
      fault = new RateSourceFault(`endpoint ${index + 1} answered without a result`);
    } catch (error) {
      if (!(error instanceof RateSourceFault)) throw error;
      fault = new RateSourceFault(`endpoint ${index + 1} ${error.message}`, { cause: error });
    }
  }
  throw fault;
}

/**
 * Splits the hex text into `count` words of 32 bytes. Returns null for another length, such as from an address without
 * a contract.
 */
function wordsOf(hex: string, count: number): bigint[] | null {
  if (!/^0x(?:[0-9a-fA-F]{64})+$/.test(hex) || hex.length !== 2 + 64 * count) return null;
  return Array.from({ length: count }, (_, index) => BigInt(`0x${hex.slice(2 + 64 * index, 66 + 64 * index)}`));
}
