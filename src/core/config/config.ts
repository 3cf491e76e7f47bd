// quittance.json: networks, tokens and rates that the operator lays over the built-in ones.

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
import { readNetwork } from './config-network.ts';
import type { FactsOf } from './family-facts.ts';
import { JsonFault, type JsonNode, readJson } from './json-lines.ts';
import { suggestion } from './nearest-word.ts';
import type { NetworkEntry } from './network-entry.ts';

const rateSourceNames = ['kraken', 'coinbase', 'binance', 'coingecko', 'ecb'] as const;
export type RateSourceName = (typeof rateSourceNames)[number];

export interface Config {
  /** The built-in networks in their order, changed where the file says so, then the file's own. */
  readonly networks: readonly NetworkEntry[];
  readonly rates: RatesConfig;
  readonly payments: PaymentsConfig;
}

export interface PaymentsConfig {
  /** What is worth less, a decimal in the currency at hand, and belongs to nothing is dust. */
  readonly dustBelow: string;
}

export interface RatesConfig {
  readonly sources: readonly RateSourceName[];
  /** Pairs whose price never moves. */
  readonly fixed: readonly FixedRate[];
  /** How old an answer of a source may be and still count. */
  readonly maxAgeSeconds: number;
}

export interface FixedRate {
  readonly cryptocurrency: string;
  readonly currency: string;
  readonly rate: Rate;
}

const defaultPayments: PaymentsConfig = { dustBelow: '0.01' };
const defaultRates: RatesConfig = { sources: ['kraken'], fixed: [], maxAgeSeconds: 120 };

/** What holds where there is no file. */
export function defaultConfig(builtIn: readonly NetworkEntry[]): Config {
  return { networks: builtIn, rates: defaultRates, payments: defaultPayments };
}

/**
 * Reads the text of a configuration file called `file`. Throws ConfigFault, one line such as
 * `quittance.json line 7, networks.local.chain_id: must be a whole number, not text`.
 */
export function parseConfig(text: string, file: string, builtIn: readonly NetworkEntry[], factsOf: FactsOf): Config {
  const root = readFields({ file, path: '', node: readTree(text, file) }, ['networks', 'rates', 'payments']);
  const networksField = root.find('networks');
  const networks = networksField === null ? builtIn : readNetworks(networksField, builtIn, factsOf);
  const ratesField = root.find('rates');
  const paymentsField = root.find('payments');
  return {
    networks,
    rates: ratesField === null ? defaultRates : readRates(ratesField, networks),
    payments: paymentsField === null ? defaultPayments : readPayments(paymentsField),
  };
}

function readPayments(field: Field): PaymentsConfig {
  const dust = readFields(field, ['dust']).find('dust');
  if (dust === null) return defaultPayments;
  return { dustBelow: readText(dust, /^(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,12})?$/, 'a plain decimal such as "0.01"') };
}

function readTree(text: string, file: string): JsonNode {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof JsonFault) throw new ConfigFault(`${file} line ${error.line}: ${error.message}`);
    throw error;
  }
}

function readNetworks(field: Field, builtIn: readonly NetworkEntry[], factsOf: FactsOf): readonly NetworkEntry[] {
  const networks = new Map(builtIn.map((network) => [network.symbol, network]));
  for (const { key, field: written } of readFields(field, null).all) {
    if (!/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/.test(key)) {
      refuse(written, 'the key of a network is made of lower-case letters, digits and hyphens');
    }
    const network = readNetwork(key, written, networks.get(key) ?? null, factsOf);
    const twin = [...networks.values()].find((other) => other.symbol !== key && isSameChain(other, network));
    if (twin !== undefined) refuse(written, `chain ${network.chainId} is already the network ${twin.symbol}`);
    networks.set(key, network);
  }
  return [...networks.values()];
}

function isSameChain(one: NetworkEntry, other: NetworkEntry): boolean {
  return one.family === other.family && one.chainId !== null && one.chainId === other.chainId;
}

function readRates(field: Field, networks: readonly NetworkEntry[]): RatesConfig {
  const fields = readFields(field, ['sources', 'fixed', 'max_age']);
  const sources = fields.find('sources');
  const fixed = fields.find('fixed');
  const maxAge = fields.find('max_age');
  return {
    sources: sources === null ? defaultRates.sources : readSources(sources),
    fixed: fixed === null ? defaultRates.fixed : readFixed(fixed, networks),
    maxAgeSeconds: maxAge === null ? defaultRates.maxAgeSeconds : readWhole(maxAge, 5, 86_400),
  };
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

function readFixed(field: Field, networks: readonly NetworkEntry[]): readonly FixedRate[] {
  const coins = [...new Set(networks.flatMap(({ native, tokens }) => [native, ...tokens].map((coin) => coin.symbol)))];
  return readFields(field, null).all.flatMap(({ key: cryptocurrency, field: prices }) => {
    if (!coins.includes(cryptocurrency)) {
      refuse(prices, `no network has a coin or token of this symbol${suggestion(cryptocurrency, coins)}`);
    }
    return readFields(prices, null).all.map(({ key: currency, field: price }) => {
      if (currencyOf(currency) === null) refuse(price, `${currency} is not a currency of ISO 4217`);
      const rate = parseRate(readText(price, /^/, 'a price such as "2000.50"'));
      return rate === null
        ? refuse(price, 'must be a plain decimal above zero, such as "2000.50"')
        : { cryptocurrency, currency, rate };
    });
  });
}
