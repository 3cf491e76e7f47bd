// quittance.json: the operator's networks, tokens and rates, merged over the built-in ones.

import { ConfigFault, type Field, readFields, readFlag, readText, refuse } from './config-fields.ts';
import { readNetwork } from './config-network.ts';
import { defaultRates, leftoverRates, type RatesConfig, readRates } from './config-rates.ts';
import type { FactsOf } from './family-facts.ts';
import { JsonFault, type JsonNode, readJson } from './json-lines.ts';
import type { NetworkEntry } from './network-entry.ts';

export interface Config {
  /** The built-in networks in their order, with the file's changes, followed by the file's own networks. */
  readonly networks: readonly NetworkEntry[];
  readonly rates: RatesConfig;
  readonly payments: PaymentsConfig;
  /** The paths below `rates` that the file sets, such as `rates.sources`. */
  readonly ratesInFile: readonly string[];
  /** One sentence for each line or variable about coins and networks that no longer exist. */
  readonly warnings: readonly string[];
}

export interface PaymentsConfig {
  /** An unmatched payment worth less than this decimal, in the currency at hand, is dust. */
  readonly dustBelow: string;
}

const defaultPayments: PaymentsConfig = { dustBelow: '0.01' };

/** The configuration that applies without a file. */
export function defaultConfig(builtIn: readonly NetworkEntry[]): Config {
  return { networks: builtIn, rates: defaultRates, payments: defaultPayments, ratesInFile: [], warnings: [] };
}

/**
 * Reads the text of a configuration file called `file`. Throws ConfigFault, one line such as
 * `quittance.json line 7, networks.local.chain_id: must be a whole number, not text`.
 */
export function parseConfig(text: string, file: string, builtIn: readonly NetworkEntry[], factsOf: FactsOf): Config {
  const root = readFields({ file, path: '', node: readTree(text, file) }, ['networks', 'rates', 'payments']);
  const networksField = root.find('networks');
  const named = networksField === null ? builtIn : readNetworks(networksField, builtIn, factsOf);
  const { networks, warnings } = withoutNamesake(named);
  const ratesField = root.find('rates');
  const paymentsField = root.find('payments');
  return {
    networks,
    rates: ratesField === null ? defaultRates : readRates(ratesField),
    payments: paymentsField === null ? defaultPayments : readPayments(paymentsField),
    ratesInFile: ratesField === null ? [] : readFields(ratesField, null).all.map(({ key }) => `rates.${key}`),
    warnings: [...warnings, ...(ratesField === null ? [] : leftoverRates(ratesField, networks))],
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
      refuse(written, 'the key of a network consists of lower-case letters, digits and hyphens');
    }
    const base = networks.get(key) ?? null;
    if (base?.hasTestChain === true && isSwitch(written)) {
      if (!isEnabled(written)) networks.delete(key);
      continue;
    }
    const network = readNetwork(key, written, base?.hasTestChain === true ? null : base, factsOf);
    const twin = [...networks.values()].find((other) => other.symbol !== key && isSameChain(other, network));
    if (twin !== undefined) refuse(written, `chain ${network.chainId} is already the network ${twin.symbol}`);
    networks.set(key, network);
  }
  return [...networks.values()];
}

/** Whether a field only turns the network with a test chain on or off. Any other field describes another network. */
function isSwitch(field: Field): boolean {
  return readFields(field, null).find('enabled') !== null;
}

function isEnabled(field: Field): boolean {
  return readFlag(readFields(field, ['enabled']).require('enabled'));
}

/**
 * Leaves the network with a test chain out if another network has a coin with the symbol of one of its coins. The two
 * would be one coin with one price.
 */
function withoutNamesake(networks: readonly NetworkEntry[]): Pick<Config, 'networks' | 'warnings'> {
  const own = networks.find(({ hasTestChain }) => hasTestChain === true);
  if (own === undefined) return { networks, warnings: [] };
  const others = networks.filter((one) => one !== own);
  const symbols = symbolsOf(own);
  const namesake = others.find((one) => symbolsOf(one).some((symbol) => symbols.includes(symbol)));
  if (namesake === undefined) return { networks, warnings: [] };
  const why = `${namesake.symbol} has a coin with the symbol of one of its coins (${symbols.join(', ')})`;
  return { networks: others, warnings: [`the network ${own.symbol} is off, because ${why}`] };
}

function symbolsOf({ native, tokens }: NetworkEntry): string[] {
  return [native, ...tokens].map(({ symbol }) => symbol);
}

function isSameChain(one: NetworkEntry, other: NetworkEntry): boolean {
  return one.family === other.family && one.chainId !== null && one.chainId === other.chainId;
}
