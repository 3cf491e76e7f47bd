// Lays the configured networks and coins into the database, checks them against what is there, and makes the catalog.
import type { CoinEntry, FamilyName, NetworkEntry, TokenEntry } from '../../core/config/network-entry.ts';
import { isReadable } from '../../io/chains/codecs.ts';
import type { Database, Queryable } from '../../io/db/database.ts';
import { StartFault } from '../../io/start-fault.ts';
import { type Asset, type Catalog, type Cryptocurrency, createCatalog, type Network } from './catalog.ts';
import { everywhere, type Reach } from './reach.ts';
import { finalityOf, networkFacts } from './registry/network-facts.ts';
import {
  lockCatalog,
  type StoredAsset,
  type StoredCryptocurrency,
  type StoredNetwork,
  upsertAssets,
  upsertCryptocurrencies,
  upsertNetworks,
} from './store.ts';

interface LoadParams {
  readonly now: Date;
  newId(): string;
  /** Which networks answer; unless given, every one that can be followed. */
  readonly reach?: Reach;
}

/**
 * Any number of processes may load at once. Throws StartFault where the configuration says something else than what the
 * database was built on: a network's chain, an asset's cryptocurrency, or its decimals.
 */
export function loadCatalog(db: Database, entries: readonly NetworkEntry[], params: LoadParams): Promise<Catalog> {
  return db.atomically(async (trx) => {
    await lockCatalog(trx);
    const networks = await networksOf(trx, entries, params);
    const cryptocurrencies = await cryptocurrenciesOf(trx, entries, params);
    return assetsOf(trx, entries, networks, cryptocurrencies, params);
  });
}

/**
 * How often a network is looked at while nothing is open, in milliseconds, unless its entry says; null: every block is
 * read. Whoever tries something on a test network wants to see what comes of it.
 */
function usualIdle(test: boolean): number | null {
  return test ? null : 150_000;
}

/** By id, the retired ones included. */
async function networksOf(
  trx: Queryable,
  entries: readonly NetworkEntry[],
  { now, newId, reach = everywhere }: LoadParams,
): Promise<Map<string, Network>> {
  const wanted = entries.map(({ symbol, family, chainId }) => ({ id: newId(), symbol, family, chainId }));
  const bySymbol = new Map(entries.map((entry) => [entry.symbol, entry]));
  const stored = await upsertNetworks(trx, wanted, now);
  return new Map(
    stored.map((row) => [row.id, networkFrom(row, bySymbol.get(row.symbol) ?? retiredNetwork(row), reach)]),
  );
}

function networkFrom(row: StoredNetwork, entry: NetworkEntry, reach: Reach): Network {
  if (row.family !== entry.family || row.chainId !== entry.chainId) {
    throw new StartFault(
      `Network ${row.symbol} is ${chainName(row)} in the database, but ${chainName(entry)} in the configuration. Give the other chain a key of its own.`,
    );
  }
  const { symbol, name, family, chainId, rpc, confirmations, test, explorerTransaction, pollIntervalMs, reorgDepth } =
    entry;
  const finality = finalityOf(entry);
  const followable = rpc.length > 0 && isReadable(family);
  return {
    ...{
      id: row.id,
      symbol,
      name,
      family,
      chainId,
      rpc,
      confirmations,
      test,
      explorerTransaction,
      pollIntervalMs,
      reorgDepth,
    },
    slots: entry.slots ?? null,
    idleMillis: entry.idleMillis === undefined ? usualIdle(test) : entry.idleMillis,
    confirmationsFloor: Math.min(entry.confirmationsFloor ?? confirmations, confirmations),
    sharedWallets: new Set(entry.sharedWallets),
    finality: finality ?? null,
    quorum: entry.quorum ?? null,
    get degraded() {
      const stalled = finality !== undefined && 'tag' in finality ? reach.finalityAgeSeconds(row.id) : null;
      return stalled !== null && finality !== undefined && 'tag' in finality && stalled > finality.stalledAfterSeconds;
    },
    get internalTransfers() {
      return reach.internalTransfers(row.id);
    },
    followable,
    get available() {
      return followable && reach.isReached(row.id);
    },
    nativeCoin: entry.native.symbol || null,
    nativeDecimals: entry.native.decimals,
    get transferFees() {
      return reach.transferFees(row.id);
    },
    facts: networkFacts(entry),
  };
}

/** By symbol. Where several networks describe the same coin, the first one's words hold. */
async function cryptocurrenciesOf(
  trx: Queryable,
  entries: readonly NetworkEntry[],
  { now, newId }: LoadParams,
): Promise<Map<string, Cryptocurrency>> {
  const described = new Map<string, Omit<Cryptocurrency, 'id'>>();
  for (const coin of entries.flatMap(coinsOf)) {
    const { symbol, name, decimals, stable, peg } = coin;
    if (!described.has(symbol)) described.set(symbol, { symbol, name, decimals, stable, peg });
  }
  const wanted = [...described.keys()].map((symbol) => ({ id: newId(), symbol }));
  const stored = await upsertCryptocurrencies(trx, wanted, now);
  return new Map(stored.map(({ id, symbol }) => [symbol, { id, ...(described.get(symbol) ?? retiredCoin(symbol)) }]));
}

async function assetsOf(
  trx: Queryable,
  entries: readonly NetworkEntry[],
  networks: ReadonlyMap<string, Network>,
  cryptocurrencies: ReadonlyMap<string, Cryptocurrency>,
  { now, newId, reach = everywhere }: LoadParams,
): Promise<Catalog> {
  const networksBySymbol = new Map([...networks.values()].map((network) => [network.symbol, network]));
  const wanted = entries.flatMap((entry) => {
    const network = networksBySymbol.get(entry.symbol) as Network;
    return coinsOf(entry).map(({ symbol, contract, decimals }): Asset => {
      const cryptocurrency = cryptocurrencies.get(symbol) as Cryptocurrency;
      return { id: newId(), network, cryptocurrency, contract, decimals, ...unhindered };
    });
  });
  const rows = wanted.map(({ id, network, cryptocurrency, contract, decimals }) => ({
    ...{ id, networkId: network.id, cryptocurrencyId: cryptocurrency.id, contract, decimals },
  }));
  const stored = new Map((await upsertAssets(trx, rows, now)).map((row) => [`${row.networkId} ${row.contract}`, row]));
  const cryptocurrenciesById = new Map([...cryptocurrencies.values()].map((each) => [each.id, each]));
  const assets = wanted.map((asset) => {
    const key = `${asset.network.id} ${asset.contract}`;
    const row = stored.get(key) as StoredAsset;
    stored.delete(key);
    checkPinned(row, asset, cryptocurrenciesById.get(row.cryptocurrencyId) as Cryptocurrency);
    return stoppable({ ...asset, id: row.id }, reach);
  });
  // What is left belongs to no entry any more; payments of the past still point to it.
  const retired = [...stored.values()].map((row) => {
    const network = networks.get(row.networkId) as Network;
    const cryptocurrency = cryptocurrenciesById.get(row.cryptocurrencyId) as Cryptocurrency;
    return { id: row.id, network, cryptocurrency, contract: row.contract, decimals: row.decimals, ...unhindered };
  });
  return createCatalog(assets, retired);
}

const unhindered = { stopped: null, blockedAddresses: new Set<string>() };

function stoppable(asset: Asset, reach: Reach): Asset {
  return {
    ...asset,
    get stopped() {
      return reach.whyStopped(asset.id);
    },
    get blockedAddresses() {
      return reach.blockedAddresses(asset.id);
    },
  };
}

/**
 * Amounts of the past are kept in the smallest units of these decimals: reading them with others would move the point.
 */
function checkPinned(row: StoredAsset, asset: Asset, stored: StoredCryptocurrency): void {
  const where =
    asset.contract === ''
      ? `The native coin of ${asset.network.symbol}`
      : `${asset.contract} on ${asset.network.symbol}`;
  if (row.decimals !== asset.decimals) {
    throw new StartFault(
      `${where} has ${row.decimals} decimals in the database, but ${asset.decimals} in the configuration (${asset.cryptocurrency.symbol}). Decimals never change: correct the configuration.`,
    );
  }
  if (stored.symbol !== asset.cryptocurrency.symbol) {
    throw new StartFault(
      `${where} is ${stored.symbol} in the database, but ${asset.cryptocurrency.symbol} in the configuration. A contract keeps its symbol: correct the configuration.`,
    );
  }
}

/** The native coin first. */
function coinsOf(entry: NetworkEntry): (TokenEntry & CoinEntry)[] {
  return [{ ...entry.native, contract: '', stable: false, peg: null }, ...entry.tokens];
}

/** What can still be said of a network that the configuration no longer names. */
function retiredNetwork({ symbol, family, chainId }: StoredNetwork): NetworkEntry {
  return {
    ...{ symbol, name: symbol, family, chainId, params: null, rpc: [], confirmations: 1, test: false },
    ...{ explorerTransaction: null, pollIntervalMs: 1_000, reorgDepth: 256, tokens: [] },
    // Which coin its fees were paid in is not written down.
    native: { symbol: '', name: '', decimals: 0 },
  };
}

function retiredCoin(symbol: string): Omit<Cryptocurrency, 'id'> {
  return { symbol, name: symbol, decimals: 0, stable: false, peg: null };
}

function chainName({ family, chainId }: { family: FamilyName; chainId: number | null }): string {
  return chainId === null ? `of family ${family}` : `${family} chain ${chainId}`;
}
