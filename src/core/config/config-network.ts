// Reads one network of quittance.json: a new one in full, or changes to a built-in one.

import { currencyOf } from '../money/currency.ts';
import {
  type Field,
  type Fields,
  readChoice,
  readFields,
  readFlag,
  readItems,
  readText,
  readWhole,
  refuse,
} from './config-fields.ts';
import { readPool } from './config-pool.ts';
import { endpointRefusal, isHttpUrl } from './endpoint-address.ts';
import type { FactsOf, FamilyFacts } from './family-facts.ts';
import { mirrorsNative } from './native-mirrors.ts';
import {
  type CoinEntry,
  type FamilyName,
  type Finality,
  families,
  type NetworkEntry,
  type TokenEntry,
  traceModes,
} from './network-entry.ts';

const known = [
  ...['type', 'name', 'chain_id', 'params', 'rpc', 'confirmations', 'test', 'native', 'tokens'],
  ...['poll_interval_ms', 'explorer', 'reorg_depth', 'finality', 'traces', 'quorum', 'rpc_budget', 'prices'],
  ...['shared_wallets', 'idle_every', 'confirmations_floor', 'zmq', 'representatives'],
];
const anyName = /^\S(?:.{0,98}\S)?$/u;
const coinSymbol = /^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$/;

const defaults = { confirmations: 12, pollIntervalMs: 1_000, reorgDepth: 256, stalledAfterSeconds: 1_800 };

/** `base` is the built-in network with this key. Its values apply where the field gives none. Throws ConfigFault. */
export function readNetwork(symbol: string, field: Field, base: NetworkEntry | null, factsOf: FactsOf): NetworkEntry {
  const fields = readFields(field, known);
  const read = <T>(key: string, reader: (field: Field) => T, otherwise: T): T => {
    const found = fields.find(key);
    return found === null ? otherwise : reader(found);
  };
  const family = readFamily(fields, base, factsOf);
  const facts = factsOf(family);
  refuseForeign(fields, facts, factsOf);
  const native = readNative(fields, facts, base);
  const network: NetworkEntry = {
    symbol,
    family,
    name: read('name', (name) => readText(name, anyName, 'a name of 1 to 100 characters'), base?.name ?? symbol),
    chainId: readChainId(fields, facts, base),
    params: readParams(fields, facts, base),
    rpc: read('rpc', (endpoints) => readEndpoints(endpoints, facts), base?.rpc ?? []),
    ...(fields.find('rpc') === null ? {} : { rpcFrom: 'file' as const }),
    confirmations: read('confirmations', (n) => readWhole(n, 1, 10_000), base?.confirmations ?? defaults.confirmations),
    test: read('test', readFlag, base?.test ?? false),
    explorerTransaction: read<string | null>('explorer', readExplorer, base?.explorerTransaction ?? null),
    pollIntervalMs: read(
      'poll_interval_ms',
      (n) => readWhole(n, 50, 600_000),
      base?.pollIntervalMs ?? defaults.pollIntervalMs,
    ),
    reorgDepth: read('reorg_depth', (n) => readWhole(n, 16, 100_000), base?.reorgDepth ?? defaults.reorgDepth),
    ...readFinality(fields, facts, base),
    ...readTraces(fields, facts, base),
    ...readPool(fields, base),
    ...(base?.slots === undefined ? {} : { slots: base.slots }),
    ...readIdle(fields, base),
    ...readZmq(fields, base),
    ...readRepresentatives(fields, facts, base),
    ...readSharedWallets(fields, facts, base),
    ...readFloor(fields, base),
    native,
    tokens: base?.tokens ?? [],
  };
  const tokens = fields.find('tokens');
  const whole = tokens === null ? network : { ...network, tokens: readTokens(tokens, network, facts) };
  const namesake = whole.tokens.find((token) => token.symbol === native.symbol);
  if (namesake !== undefined)
    refuse(fields.find('native') ?? field, `${native.symbol} is already the token ${namesake.contract} of ${symbol}`);
  return whole;
}

const unitMillis: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };
const idleBounds = { least: 100, most: 3_600_000 };

function readIdle(fields: Fields, base: NetworkEntry | null): Pick<NetworkEntry, 'idleMillis'> {
  const field = fields.find('idle_every');
  if (field === null) return base?.idleMillis === undefined ? {} : { idleMillis: base.idleMillis };
  const expected = 'like "150s" (ms, s, m or h), or "never" to read every block';
  const text = readText(field, /^(?:[1-9]\d{0,8}(?:ms|s|m|h)|never)$/, expected);
  if (text === 'never') return { idleMillis: null };
  const [, count, unit] = /^(\d+)([a-z]+)$/.exec(text) ?? [];
  const millis = Number(count) * (unitMillis[unit ?? ''] ?? 0);
  const isSensible = millis >= idleBounds.least && millis <= idleBounds.most;
  return isSensible ? { idleMillis: millis } : refuse(field, 'must be between "100ms" and "1h"');
}

/** Accepts one address or several, in the form of a node's own options. Throws ConfigFault. */
function readZmq(fields: Fields, base: NetworkEntry | null): Pick<NetworkEntry, 'zmq'> {
  const field = fields.find('zmq');
  if (field === null) return base?.zmq === undefined ? {} : { zmq: base.zmq };
  const items = field.node.kind === 'array' ? readItems(field) : [field];
  return {
    zmq: items.map((item) => {
      const address = readText(item, /^tcp:\/\/[^\s/?#@]+:\d{1,5}$/, 'like tcp://127.0.0.1:28332');
      const port = Number(address.slice(address.lastIndexOf(':') + 1));
      const isFit = URL.canParse(address) && port > 0 && port <= 65_535;
      return isFit ? address : refuse(item, 'must be like tcp://127.0.0.1:28332');
    }),
  };
}

/** Never above the network's own `confirmations`. */
function readFloor(fields: Fields, base: NetworkEntry | null): Pick<NetworkEntry, 'confirmationsFloor'> {
  const field = fields.find('confirmations_floor');
  if (field !== null) return { confirmationsFloor: readWhole(field, 1, 10_000) };
  return base?.confirmationsFloor === undefined ? {} : { confirmationsFloor: base.confirmationsFloor };
}

/** These addresses are added to the built-in ones. */
function readSharedWallets(
  fields: Fields,
  facts: FamilyFacts,
  base: NetworkEntry | null,
): Pick<NetworkEntry, 'sharedWallets'> {
  const field = fields.find('shared_wallets');
  const all = [...(base?.sharedWallets ?? []), ...(field === null ? [] : readAddresses(field, facts))];
  return all.length === 0 ? {} : { sharedWallets: all };
}

/** The only addresses that may sign blocks. An empty list would refuse every block. */
function readRepresentatives(
  fields: Fields,
  facts: FamilyFacts,
  base: NetworkEntry | null,
): Pick<NetworkEntry, 'representatives'> {
  const field = fields.find('representatives');
  if (field === null) return base?.representatives === undefined ? {} : { representatives: base.representatives };
  const representatives = readAddresses(field, facts);
  return representatives.length > 0 ? { representatives } : refuse(field, 'must name at least one address');
}

function readAddresses(field: Field, { name, readContract }: FamilyFacts): readonly string[] {
  return readItems(field).map((item) => {
    const address = readContract(readText(item, /^/, 'an address'));
    return address ?? refuse(item, `must be an address on a network of type ${name}, checksum included`);
  });
}

function readFamily(fields: Fields, base: NetworkEntry | null, factsOf: FactsOf): FamilyName {
  const field = base === null ? fields.require('type') : fields.find('type');
  if (field === null && base !== null) return base.family;
  const family = readType(field as Field, factsOf);
  if (base === null || family === base.family) return family;
  return refuse(
    field as Field,
    `the built-in network ${base.symbol} is ${base.family}; give another network a key of its own`,
  );
}

function readType(field: Field, factsOf: FactsOf): FamilyName {
  const readable = families.filter((name) => factsOf(name).isUnread !== true);
  const unread = families.find((name) => field.node.kind === 'string' && field.node.value === name);
  if (unread === undefined || readable.includes(unread)) return readChoice(field, readable);
  return refuse(
    field,
    `this version cannot read networks of type ${unread} yet: take the network out, or use ${readable.join(', ')}`,
  );
}

/** Settings that only networks of some families have. */
const particular: readonly {
  readonly key: string;
  readonly has: (facts: FamilyFacts) => boolean;
  readonly it: string;
}[] = [
  { key: 'chain_id', has: (facts) => facts.hasChainId, it: 'one' },
  { key: 'params', has: (facts) => facts.chainNames.length > 0, it: 'them' },
  { key: 'traces', has: (facts) => facts.tracesCalls, it: 'them' },
  { key: 'shared_wallets', has: (facts) => facts.hasTokens, it: 'them' },
  { key: 'zmq', has: (facts) => facts.publishes === true, it: 'it' },
  { key: 'representatives', has: (facts) => facts.electsRepresentatives === true, it: 'them' },
];

function refuseForeign(fields: Fields, facts: FamilyFacts, factsOf: FactsOf): void {
  for (const { key, has, it } of particular) {
    const field = has(facts) ? null : fields.find(key);
    if (field === null) continue;
    const owners = families.filter((name) => has(factsOf(name)));
    refuse(field, `only networks of type ${owners.join(' and ')} have ${it}`);
  }
}

function readChainId(fields: Fields, { hasChainId }: FamilyFacts, base: NetworkEntry | null): number | null {
  if (!hasChainId) return null;
  const field = fields.find('chain_id');
  if (field === null && base !== null) return base.chainId;
  const chainId = readWhole(fields.require('chain_id'), 1, Number.MAX_SAFE_INTEGER);
  if (field === null || base === null || chainId === base.chainId) return chainId;
  return refuse(
    field,
    `the built-in network ${base.symbol} is chain ${base.chainId}; give another chain a key of its own`,
  );
}

function readParams(fields: Fields, { chainNames }: FamilyFacts, base: NetworkEntry | null): string | null {
  if (chainNames.length === 0) return null;
  if (fields.find('params') === null && base !== null) return base.params;
  return readChoice(fields.require('params'), chainNames);
}

function readFinality(
  fields: Fields,
  { name, finalityTags, usualFinality }: FamilyFacts,
  base: NetworkEntry | null,
): Pick<NetworkEntry, 'finality'> {
  const field = fields.find('finality');
  const usual = base?.finality ?? usualFinality;
  if (field === null) return usual === null ? {} : { finality: usual };
  if (field.node.kind === 'number') return { finality: { depth: readWhole(field, 1, 100_000) } };
  if (finalityTags.length === 0) refuse(field, `networks of type ${name} know no tags: give a number of blocks`);
  const tag = readChoice(field, finalityTags);
  const stalledAfterSeconds = stalledAfterSecondsOf(base?.finality);
  const always = usualFinality !== null && 'tag' in usualFinality && usualFinality.always === true;
  return { finality: { tag, stalledAfterSeconds, ...(always ? { always } : {}) } };
}

function stalledAfterSecondsOf(finality: Finality | undefined): number {
  return finality !== undefined && 'tag' in finality ? finality.stalledAfterSeconds : defaults.stalledAfterSeconds;
}

function readTraces(
  fields: Fields,
  { tracesCalls }: FamilyFacts,
  base: NetworkEntry | null,
): Pick<NetworkEntry, 'traces'> {
  const field = fields.find('traces');
  if (field === null || !tracesCalls) return base?.traces === undefined ? {} : { traces: base.traces };
  return { traces: readChoice(field, traceModes) };
}

function readNative(fields: Fields, { nativeDecimals }: FamilyFacts, base: NetworkEntry | null): CoinEntry {
  if (base !== null && fields.find('native') === null) return base.native;
  const native = readFields(fields.require('native'), ['symbol', 'name', 'decimals']);
  return readCoin(native, { decimals: base?.native.decimals ?? nativeDecimals });
}

function readCoin(fields: Fields, otherwise: { decimals: number | null }): CoinEntry {
  const symbol = readText(
    fields.require('symbol'),
    coinSymbol,
    '1 to 20 letters, digits, dots or hyphens',
  ).toUpperCase();
  const name = fields.find('name');
  const decimals = otherwise.decimals === null ? fields.require('decimals') : fields.find('decimals');
  return {
    symbol,
    name: name === null ? symbol : readText(name, anyName, 'a name of 1 to 100 characters'),
    decimals: decimals === null ? (otherwise.decimals as number) : readWhole(decimals, 0, 30),
  };
}

/** The built-in tokens, with the configured tokens merged in. */
function readTokens(field: Field, network: NetworkEntry, facts: FamilyFacts): readonly TokenEntry[] {
  if (!facts.hasTokens) refuse(field, `networks of type ${facts.name} have no tokens`);
  const written: TokenEntry[] = [];
  for (const item of readItems(field)) {
    const token = readToken(item, facts);
    if (token.symbol === network.native.symbol)
      refuse(item, `${token.symbol} is already the native coin of ${network.symbol}`);
    if (mirrorsNative(network.chainId, token.contract))
      refuse(
        item,
        `the contract ${token.contract} represents the native coin of ${network.symbol}, ` +
          'so payments would count twice',
      );
    if (written.some((other) => other.symbol === token.symbol)) refuse(item, `${token.symbol} is there twice`);
    if (written.some((other) => other.contract === token.contract))
      refuse(item, `the contract ${token.contract} is there twice`);
    written.push(token);
  }
  return overBuiltIn(field, network, written);
}

/**
 * A configured token replaces the built-in token of the same contract, which it renames, or else of the same symbol. A
 * renamed token does not replace another token that already has the symbol.
 */
function overBuiltIn(field: Field, network: NetworkEntry, written: readonly TokenEntry[]): readonly TokenEntry[] {
  const isWritten = ({ contract }: TokenEntry) => written.some((token) => token.contract === contract);
  const left = network.tokens.filter((builtIn) => !isWritten(builtIn));
  for (const [at, { symbol, contract }] of written.entries()) {
    const renamed = network.tokens.find((builtIn) => builtIn.contract === contract && builtIn.symbol !== symbol);
    const bearer = left.find((builtIn) => builtIn.symbol === symbol);
    if (renamed === undefined || bearer === undefined) continue;
    const item = readItems(field)[at] as Field;
    refuse(
      item,
      `${symbol} is the built-in token ${bearer.contract}: a second contract needs another symbol than that`,
    );
  }
  return [...left.filter((builtIn) => !written.some((token) => token.symbol === builtIn.symbol)), ...written];
}

function readToken(field: Field, facts: FamilyFacts): TokenEntry {
  const fields = readFields(field, ['symbol', 'name', 'contract', 'decimals', 'stable', 'peg', 'fee_on_transfer']);
  const coin = readCoin(fields, { decimals: null });
  const contractField = fields.require('contract');
  const contract = facts.readContract(readText(contractField, /^/, 'the address of the contract'));
  if (contract === null)
    return refuse(contractField, `must be the address of a contract on an ${facts.name} network, checksum included`);
  const stableField = fields.find('stable');
  const stable = stableField !== null && readFlag(stableField);
  const feeField = fields.find('fee_on_transfer');
  const fee = feeField === null ? {} : { feeOnTransfer: readFlag(feeField) };
  const pegField = fields.find('peg');
  if (pegField === null) return { ...coin, contract, stable, peg: stable ? 'USD' : null, ...fee };
  const peg = readText(pegField, /^[A-Z]{3}$/, 'the code of a currency, e.g. EUR');
  if (!stable) refuse(pegField, 'only a stable coin has one: add "stable": true');
  if (currencyOf(peg) === null) refuse(pegField, `${peg} is not a currency of ISO 4217`);
  return { ...coin, contract, stable, peg, ...fee };
}

/** Addresses may hold a password or an API key, so no error message repeats them. */
function readEndpoints(field: Field, facts: FamilyFacts): readonly string[] {
  const items = readItems(field);
  const endpoints = items.map((item) => readText(item, /^/, 'the address of an endpoint'));
  const refusal = endpointRefusal(endpoints, facts);
  if (refusal === null) return endpoints;
  return refuse(refusal.at === null ? field : (items[refusal.at] as Field), refusal.says);
}

function readExplorer(field: Field): string {
  const template = readText(field, /\{hash\}/, 'an address with {hash} where the hash of the chain transaction goes');
  return isHttpUrl(template.replace('{hash}', '0')) ? template : refuse(field, 'must be an http or https address');
}
