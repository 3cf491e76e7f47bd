// Reads the part of quittance.json that configures rate sources.
import { currencyOf } from '../money/currency.ts';
import { parseRate, type Rate } from '../money/rate.ts';
import {
  ConfigFault,
  type Field,
  readChoice,
  readFields,
  readItems,
  readText,
  readWhole,
  refuse,
} from './config-fields.ts';
import { passwordRefusal } from './endpoint-address.ts';
import { suggestion } from './nearest-word.ts';
import type { NetworkEntry } from './network-entry.ts';

const rateSourceNames = ['kraken', 'coinbase', 'binance', 'bitstamp', 'coingecko', 'ecb', 'chainlink'] as const;
export type RateSourceName = (typeof rateSourceNames)[number];

export interface RatesConfig {
  readonly sources: readonly RateSourceName[];
  /** Pairs with a fixed price. */
  readonly fixed: readonly FixedRate[];
  /** The greatest age of a source's answer that is still used. */
  readonly maxAgeSeconds: number;
  /** How far sources may differ and still agree, in hundredths of a percent. */
  readonly deviationBps: number;
  /** Base addresses that replace the sources' own, without a slash at the end. */
  readonly urls: Readonly<Partial<Record<RateSourceName, string>>>;
  readonly keys: RateKeys;
}

/** Keys of sources that take one. CoinGecko has two plans, each with its own address. */
export type RateKeys = Readonly<Partial<Record<RateKeyName, string>>>;

const rateKeyNames = ['coingecko', 'coingecko_pro'] as const;
type RateKeyName = (typeof rateKeyNames)[number];

export interface FixedRate {
  readonly cryptocurrency: string;
  readonly currency: string;
  readonly rate: Rate;
}

/** Three exchanges without a common owner, and the central bank's rates for currencies that they do not trade. */
export const defaultRates: RatesConfig = {
  sources: ['kraken', 'coinbase', 'bitstamp', 'ecb'],
  fixed: [],
  maxAgeSeconds: 120,
  deviationBps: 200,
  urls: {},
  keys: {},
};

export function readRates(field: Field): RatesConfig {
  const fields = readFields(field, ['sources', 'fixed', 'max_age', 'max_deviation', 'urls', 'keys']);
  const read = <T>(name: string, whereAbsent: T, reader: (found: Field) => T): T => {
    const found = fields.find(name);
    return found === null ? whereAbsent : reader(found);
  };
  return {
    sources: read('sources', defaultRates.sources, readSources),
    fixed: read('fixed', defaultRates.fixed, readFixed),
    maxAgeSeconds: read('max_age', defaultRates.maxAgeSeconds, (found) => readWhole(found, 5, 86_400)),
    deviationBps: read('max_deviation', defaultRates.deviationBps, readDeviation),
    urls: read('urls', defaultRates.urls, readUrls),
    keys: read('keys', defaultRates.keys, readKeys),
  };
}

/** Reads the text of a stored setting, separated by commas. Throws ConfigFault that begins with `rate_sources`. */
export function readStoredSources(text: string): readonly RateSourceName[] {
  const words = text.split(',').map((word) => word.trim());
  const items = words.filter((word) => word !== '').map((value) => ({ kind: 'string', value, line: 1 }) as const);
  return inStoredSetting('rate_sources', () =>
    readSources({ file: stored, path: '', node: { kind: 'array', items, line: 1 } }),
  );
}

/** Reads the text of a stored setting. Throws ConfigFault that begins with `rate_max_age`. Returns seconds. */
export function readStoredMaxAge(text: string): number {
  const node = { kind: 'number', text, value: Number(text), line: 1 } as const;
  return inStoredSetting('rate_max_age', () => readWhole({ file: stored, path: '', node }, 5, 86_400));
}

const stored = 'stored';

function inStoredSetting<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    throw new ConfigFault(error.message.replace(/^stored line 1(, [^:]*)?:/, name));
  }
}

function readSources(field: Field): readonly RateSourceName[] {
  const sources: RateSourceName[] = [];
  for (const item of readItems(field)) {
    const source = readChoice(item, rateSourceNames);
    if (sources.includes(source)) refuse(item, `${source} is there twice`);
    sources.push(source);
  }
  return sources;
}

/**
 * From 0.1 to 10 percent. Less than the usual difference between markets would leave no price; more would let any false
 * price pass.
 */
function readDeviation(field: Field): number {
  const expected = 'a percentage such as "2%", from "0.1%" to "10%"';
  const [whole = '', part = ''] = readText(field, /^(?:0|[1-9][0-9]?)(?:\.[0-9]{1,2})?%$/, expected)
    .slice(0, -1)
    .split('.');
  const bps = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return bps >= 10 && bps <= 1_000 ? bps : refuse(field, `must be ${expected}`);
}

function readUrls(field: Field): RatesConfig['urls'] {
  const { all } = readFields(field, rateSourceNames);
  return Object.fromEntries(all.map(({ key, field: written }) => [key, readAddress(written)]));
}

function readAddress(field: Field): string {
  const text = readText(field, /^https?:\/\//, 'an address that starts with http:// or https://');
  const url = URL.parse(text);
  const refusal = passwordRefusal(text);
  if (refusal !== null) refuse(field, refusal);
  if (url === null || url.search !== '' || url.hash !== '') return refuse(field, 'must be the base of an address');
  return text.replace(/\/+$/, '');
}

function readKeys(field: Field): RateKeys {
  const { all } = readFields(field, rateKeyNames);
  const keys = all.map(({ key, field: written }) => [
    key,
    readText(written, /^[\x21-\x7e]{1,200}$/, 'a key without spaces'),
  ]);
  if (keys.length > 1) refuse(field, 'name one of coingecko and coingecko_pro: a key belongs to one plan');
  return Object.fromEntries(keys);
}

/**
 * Warnings about fixed prices of coins that no network has any more, one sentence each. They do not prevent a start.
 */
export function leftoverRates(field: Field, networks: readonly NetworkEntry[]): readonly string[] {
  const fixed = readFields(field, null).find('fixed');
  const coins = [...new Set(networks.flatMap(({ native, tokens }) => [native, ...tokens].map((coin) => coin.symbol)))];
  const left = fixed === null ? [] : readFields(fixed, null).all.filter(({ key }) => !coins.includes(key));
  return left.map(({ key, field: { file, path, node } }) =>
    [
      `${file} line ${node.line}, ${path}: no network has a coin or token of this symbol${suggestion(key, coins)},`,
      'so the line can only price past payments',
    ].join(' '),
  );
}

/** Removed coins are accepted as well, since past payments may still be valued in them. */
function readFixed(field: Field): readonly FixedRate[] {
  return readFields(field, null).all.flatMap(({ key: cryptocurrency, field: prices }) =>
    readFields(prices, null).all.map(({ key: currency, field: price }) => {
      if (currencyOf(currency) === null) refuse(price, `${currency} is not a currency of ISO 4217`);
      const rate = parseRate(readText(price, /^/, 'a price such as "2000.50"'));
      return rate === null
        ? refuse(price, 'must be a plain decimal above zero, such as "2000.50"')
        : { cryptocurrency, currency, rate };
    }),
  );
}
