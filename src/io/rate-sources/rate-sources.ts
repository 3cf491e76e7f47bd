// The list of price sources. To add one, write a file in this folder and add a line here.
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
  /** Calls the sources' own URLs. URLs from the operator's configuration are called directly. */
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
