// What can be paid with, in memory: the networks, the coins, and which coin exists where.
import type { FamilyName, Finality, Quorum } from '../../../core/config/network-entry.ts';
import type { BlockSlots } from '../../../core/payment/next-block.ts';
import type { NetworkFacts, TransferFees } from '../../../io/chains/chain.ts';
import { type Aliases, usualAliases } from './registry/aliases.ts';
import { nameResolver } from './resolve-names.ts';

export interface Network {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly family: FamilyName;
  readonly chainId: number | null;
  readonly rpc: readonly string[];
  /** The fewest that any payment on it needs. */
  readonly confirmations: number;
  /** The fewest that an app may ask for where little is at stake. */
  readonly confirmationsFloor: number;
  readonly test: boolean;
  /** Has {hash} where the hash of the chain transaction goes. */
  readonly explorerTransaction: string | null;
  /** Addresses (canonical) that the operator knows as wallets of many people. */
  readonly sharedWallets: ReadonlySet<string>;
  readonly pollIntervalMs: number;
  /** How often it is looked at while nothing is open, in milliseconds; null where every block is read all the same. */
  readonly idleMillis: number | null;
  /** When blocks come; null where they come at any time. */
  readonly slots: BlockSlots | null;
  readonly reorgDepth: number;
  /** Whether it is a rail without blocks: its reports are final, and its time is the instance's own. */
  readonly isBlockless: boolean;
  /** From when on a block is final; null where the family itself says it. */
  readonly finality: Finality | null;
  /** How many endpoints must vouch for which payments; null where one endpoint's word is enough. */
  readonly quorum: Quorum | null;
  /** Whether what its nodes call final has not moved for too long: what must be final waits. */
  readonly degraded: boolean;
  /** Whether native coin that contracts pass on is seen; null where that has no meaning, or nobody looked yet. */
  readonly internalTransfers: InternalTransfers | null;
  /** Whether the configuration names it. One that is gone is shown as it was last configured. */
  readonly configured: boolean;
  /** Whether this instance can follow it: an endpoint is configured, and its family can be read. */
  readonly followable: boolean;
  /** Whether it can be paid on right now: it can be followed, and an endpoint answered lately. */
  readonly available: boolean;
  /** The symbol of the coin that its own fees are paid in; null where nothing configures it any more. */
  readonly nativeCoin: string | null;
  readonly nativeDecimals: number;
  /** About what sending costs, in smallest units of that coin; null where nobody told lately. */
  readonly transferFees: TransferFees | null;
  /** The same network as its family sees it. */
  readonly facts: NetworkFacts;
}

/**
 * Its contract names other decimals than are pinned here, its issuer has paused it, or the configuration no longer
 * names it.
 */
export type StopReason = 'decimals' | 'paused' | 'not_configured';

/** Seen in traces of blocks, by the balances of addresses that are given out once, or not at all. */
export type InternalTransfers = 'traced' | 'one_time_addresses' | 'direct_only';

export interface Cryptocurrency {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** Of the first asset it was found as; an asset's own decimals are what its amounts are in. */
  readonly decimals: number;
  readonly stable: boolean;
  /** The fiat currency that a stable coin stands for. */
  readonly peg: string | null;
}

/** A cryptocurrency on a network. contract is '' for the native coin, else the family's canonical text. */
export interface Asset {
  readonly id: string;
  readonly network: Network;
  readonly cryptocurrency: Cryptocurrency;
  readonly contract: string;
  readonly decimals: number;
  /** Why nobody can pay with it for now; null where all is well. */
  readonly stopped: StopReason | null;
  /** Merchants' addresses that its issuer has blocked, canonical. */
  readonly blockedAddresses: ReadonlySet<string>;
}

/** A symbol from before a rename. `network`: where the coin had it; null where `symbol` is of a network. */
export interface FormerSymbol {
  readonly alias: string;
  /** As it is called now. */
  readonly symbol: string;
  readonly network: string | null;
}

/**
 * Symbols and their aliases are taken in any case, and an alias only where no other network or coin bears it. Networks
 * and assets that the configuration no longer names are found by id only.
 */
export interface Catalog {
  readonly networks: readonly Network[];
  readonly cryptocurrencies: readonly Cryptocurrency[];
  readonly assets: readonly Asset[];
  /** No longer configured. */
  readonly goneNetworks: readonly Network[];
  /** No longer configured, or on a network that is not. */
  readonly goneAssets: readonly Asset[];
  /** Further names that requests may use: those from before a rename, and the usual ones. */
  readonly aliases: Aliases;
  networkBySymbol(symbol: string): Network | null;
  networkById(id: string): Network | null;
  cryptocurrencyBySymbol(symbol: string): Cryptocurrency | null;
  asset(cryptocurrency: string, network: string): Asset | null;
  assetById(id: string): Asset | null;
  assetByContract(networkId: string, contract: string): Asset | null;
}

export interface CatalogParts {
  readonly assets: readonly Asset[];
  readonly goneNetworks: readonly Network[];
  readonly goneAssets: readonly Asset[];
  readonly formerSymbols: readonly FormerSymbol[];
}

export function createCatalog({ assets, goneNetworks, goneAssets, formerSymbols }: CatalogParts): Catalog {
  const networks = [...new Set(assets.map((asset) => asset.network))];
  const cryptocurrencies = [...new Set(assets.map((asset) => asset.cryptocurrency))];
  const everyAsset = [...goneAssets, ...assets];
  const networksBySymbol = new Map(networks.map((network) => [network.symbol, network]));
  const networksById = new Map([...goneNetworks, ...networks].map((network) => [network.id, network]));
  const cryptocurrenciesBySymbol = new Map(cryptocurrencies.map((each) => [each.symbol, each]));
  const assetsByName = new Map(
    assets.map((asset) => [assetKey(asset.cryptocurrency.symbol, asset.network.symbol), asset]),
  );
  const assetsById = new Map(everyAsset.map((asset) => [asset.id, asset]));
  const assetsByContract = new Map(everyAsset.map((asset) => [assetKey(asset.contract, asset.network.id), asset]));
  const named = assets.map(({ cryptocurrency, network }) => ({
    cryptocurrency: cryptocurrency.symbol,
    network: network.symbol,
  }));
  const aliases = withUsualAliases(formerSymbols);
  const names = nameResolver(named, aliases);
  const found = <Value>(map: ReadonlyMap<string, Value>, key: string | null): Value | null =>
    key === null ? null : (map.get(key) ?? null);
  return {
    networks,
    cryptocurrencies,
    assets,
    goneNetworks,
    goneAssets,
    aliases,
    networkBySymbol: (symbol) => found(networksBySymbol, names.network(symbol)),
    networkById: (id) => networksById.get(id) ?? null,
    cryptocurrencyBySymbol: (symbol) => found(cryptocurrenciesBySymbol, names.coin(symbol)),
    asset(cryptocurrency, network) {
      const where = names.network(network);
      const what = where === null ? null : names.coinOn(where, cryptocurrency);
      return what === null ? null : found(assetsByName, assetKey(what, where as string));
    },
    assetById: (id) => assetsById.get(id) ?? null,
    assetByContract: (networkId, contract) => assetsByContract.get(assetKey(contract, networkId)) ?? null,
  };
}

/** Former symbols come first: they are this instance's own. */
function withUsualAliases(former: readonly FormerSymbol[]): Aliases {
  const networks = former.flatMap(({ alias, symbol, network }) => (network === null ? [{ alias, symbol }] : []));
  const coins = former.flatMap(({ alias, symbol, network }) => (network === null ? [] : [{ alias, symbol, network }]));
  return { networks: [...networks, ...usualAliases.networks], coins: [...coins, ...usualAliases.coins] };
}

function assetKey(what: string, where: string): string {
  return `${what} ${where}`;
}
