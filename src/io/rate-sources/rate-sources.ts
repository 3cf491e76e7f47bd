// The sources of prices there are: a new one is a file beside this one and a line here.
import type { RateSourceName, RatesConfig } from '../../core/config/config-rates.ts';
import { binanceSource } from './binance.ts';
import { bitstampSource } from './bitstamp.ts';
import { chainlinkSource } from './chainlink.ts';
import { coinbaseSource } from './coinbase.ts';
import { coingeckoSource } from './coingecko.ts';
import { ecbSource } from './ecb.ts';
import { krakenSource } from './kraken.ts';
import { operatorCall } from './operator-call.ts';
import type { Get, RateSource, SourceOptions } from './rate-source.ts';

export interface OpenSources extends Pick<RatesConfig, 'urls' | 'keys'> {
  /** The way to the sources' own addresses. What the operator wrote down is called directly. */
  readonly get: Get;
  /** Endpoints of Ethereum. */
  readonly rpc: readonly string[];
  now(): number;
}

type Open = Pick<OpenSources, 'keys' | 'rpc'>;

const makers: Readonly<Record<RateSourceName, (options: SourceOptions, open: Open) => RateSource>> = {
  kraken: krakenSource,
  coinbase: coinbaseSource,
  binance: binanceSource,
  bitstamp: bitstampSource,
  coingecko: (options, { keys }) => coingeckoSource({ ...options, keys }),
  ecb: ecbSource,
  chainlink: (options, { rpc }) => chainlinkSource({ ...options, get: operatorCall, rpc }),
};

export function openRateSources(names: readonly RateSourceName[], open: OpenSources): RateSource[] {
  return names.map((name) => {
    const baseUrl = open.urls[name];
    const get = baseUrl === undefined ? open.get : operatorCall;
    return makers[name]({ get, baseUrl, now: open.now }, open);
  });
}
