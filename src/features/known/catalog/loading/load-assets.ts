// Writes the configured coins to the database. A contract keeps its decimals, and keeps its symbol until it is renamed.
import type { CoinEntry, NetworkEntry, TokenEntry } from '../../../../core/config/network-entry.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { StartFault } from '../../../../io/start-fault.ts';
import { everywhere, type Reach } from '../availability.ts';
import type { Asset, Cryptocurrency, Network } from '../catalog.ts';
import {
  addAssets,
  addFormerSymbol,
  renameAsset,
  type StoredAsset,
  type StoredCryptocurrency,
  saveCryptocurrencies,
} from './catalog-row-store.ts';
import type { LoadedNetworks } from './load-networks.ts';
import type { LoadParams } from './load-params.ts';

export interface LoadedAssets {
  readonly configured: readonly Asset[];
  readonly gone: readonly Asset[];
}

/** Throws StartFault if an asset's decimals differ from the decimals of its recorded amounts. */
export async function loadAssets(
  trx: Queryable,
  entries: readonly NetworkEntry[],
  networks: LoadedNetworks,
  params: LoadParams,
): Promise<LoadedAssets> {
  const { now, newId, reach = everywhere } = params;
  const described = describeCoins(entries);
  const wantedCoins = [...described.values()].map((coin) => ({ id: newId(), ...coin }));
  const coinRows = await saveCryptocurrencies(trx, wantedCoins, now);
  const coins = new Map(coinRows.map(({ id, symbol }) => [symbol, id]));
  const wanted = entries.flatMap((entry) => {
    const network = networks.configured.get(entry.symbol) as Network;
    return coinsOf(entry).map(({ symbol, contract, decimals }) => ({
      row: { id: newId(), networkId: network.id, cryptocurrencyId: coins.get(symbol) as string, contract, decimals },
      network,
      symbol,
    }));
  });
  const rows = await addAssets(
    trx,
    wanted.map(({ row }) => row),
    now,
  );
  const stored = new Map(rows.map((row) => [keyOf(row), row]));
  for (const one of wanted) {
    const row = stored.get(keyOf(one.row)) as StoredAsset;
    checkDecimals(row, one);
    if (row.cryptocurrencyId === one.row.cryptocurrencyId) continue;
    const former = coinRows.find(({ id }) => id === row.cryptocurrencyId)?.symbol as string;
    await renameAsset(trx, row.id, one.row.cryptocurrencyId);
    const symbol = { id: newId(), symbol: former, networkId: row.networkId, assetId: row.id };
    await addFormerSymbol(trx, symbol, one.symbol, now);
  }
  return partition(rows, { wanted: wanted.map(({ row }) => row), coinRows, described, networks, reach });
}

interface Parts {
  readonly wanted: readonly StoredAsset[];
  readonly coinRows: readonly StoredCryptocurrency[];
  readonly described: ReadonlyMap<string, Omit<Cryptocurrency, 'id'>>;
  readonly networks: LoadedNetworks;
  readonly reach: Reach;
}

/** Returns the configured assets in the order of the configuration. */
function partition(
  rows: readonly StoredAsset[],
  { wanted, coinRows, described, networks, reach }: Parts,
): LoadedAssets {
  const coins = new Map(
    coinRows.map((row) => [row.id, { id: row.id, ...(described.get(row.symbol) ?? goneCoin(row, rows)) }]),
  );
  const configuredById = new Map([...networks.configured.values()].map((network) => [network.id, network]));
  const stored = new Map(rows.map((row) => [keyOf(row), row]));
  const configured = wanted.map((one) => {
    const { id } = stored.get(keyOf(one)) as StoredAsset;
    stored.delete(keyOf(one));
    const network = configuredById.get(one.networkId) as Network;
    const cryptocurrency = coins.get(one.cryptocurrencyId) as Cryptocurrency;
    return stoppable({ id, network, cryptocurrency, contract: one.contract, decimals: one.decimals }, reach);
  });
  // The other assets are no longer configured, but past payments still refer to them.
  const gone = [...stored.values()].map((row): Asset => {
    const network = (configuredById.get(row.networkId) ?? networks.gone.get(row.networkId)) as Network;
    const cryptocurrency = coins.get(row.cryptocurrencyId) as Cryptocurrency;
    const { id, contract, decimals } = row;
    return { id, network, cryptocurrency, contract, decimals, stopped: 'not_configured', blockedAddresses: none };
  });
  return { configured, gone };
}

const none: ReadonlySet<string> = new Set();

function stoppable(asset: Omit<Asset, 'stopped' | 'blockedAddresses'>, reach: Reach): Asset {
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

function keyOf({ networkId, contract }: Pick<StoredAsset, 'networkId' | 'contract'>): string {
  return `${networkId} ${contract}`;
}

/** Past amounts are stored in the smallest units of these decimals. Other decimals would move the decimal point. */
function checkDecimals(
  row: StoredAsset,
  wanted: { readonly row: StoredAsset; readonly network: Network; readonly symbol: string },
): void {
  const { contract, decimals } = wanted.row;
  if (row.decimals === decimals) return;
  const where =
    contract === '' ? `The native coin of ${wanted.network.symbol}` : `${contract} on ${wanted.network.symbol}`;
  throw new StartFault(
    [
      `${where} has ${row.decimals} decimals in the database, but ${decimals} in the configuration (${wanted.symbol}).`,
      'Decimals never change: correct the configuration.',
    ].join(' '),
  );
}

/** Returns the coins by symbol. If several networks describe the same coin, the first description wins. */
function describeCoins(entries: readonly NetworkEntry[]): ReadonlyMap<string, Omit<Cryptocurrency, 'id'>> {
  const described = new Map<string, Omit<Cryptocurrency, 'id'>>();
  for (const { symbol, name, decimals, stable, peg } of entries.flatMap(coinsOf))
    if (!described.has(symbol)) described.set(symbol, { symbol, name, decimals, stable, peg });
  return described;
}

/** The native coin comes first. */
function coinsOf(entry: NetworkEntry): (TokenEntry & CoinEntry)[] {
  return [{ ...entry.native, contract: '', stable: false, peg: null }, ...entry.tokens];
}

/** Returns the last configured values, or values derived from its assets if an earlier version did not record them. */
function goneCoin(row: StoredCryptocurrency, assets: readonly StoredAsset[]): Omit<Cryptocurrency, 'id'> {
  const { id, symbol, name, stable, peg } = row;
  const decimals = row.decimals ?? assets.find((asset) => asset.cryptocurrencyId === id)?.decimals ?? 0;
  return { symbol, name: name ?? symbol, decimals, stable: stable ?? false, peg };
}
