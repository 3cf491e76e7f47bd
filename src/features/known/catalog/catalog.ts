// The networks, cryptocurrencies and assets that can be paid with, held in memory.
import type { EndpointSource, FamilyName, Finality, Quorum } from '../../../core/config/network-entry.ts';
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
  /** Whether the service makes the chain itself. Its coins are for development only. */
  readonly hasTestChain: boolean;
  readonly rpc: readonly string[];
  /** Where its endpoints were set. Null if nothing sets any. */
  readonly rpcFrom: EndpointSource | null;
  /** The minimum number of confirmations for any payment on this network. */
  readonly confirmations: number;
  /** The lowest number of confirmations that an app may set for small amounts. */
  readonly confirmationsFloor: number;
  readonly test: boolean;
  /** A URL that contains {hash} in place of the chain transaction's hash. */
  readonly explorerTransaction: string | null;
  /** Canonical addresses that the operator lists as wallets shared by many people. */
  readonly sharedWallets: ReadonlySet<string>;
  readonly pollIntervalMs: number;
  /** The poll interval in milliseconds while nothing is open. Null if every block is read regardless. */
  readonly idleMillis: number | null;
  /** The block schedule. Null if blocks can come at any time. */
  readonly slots: BlockSlots | null;
  readonly reorgDepth: number;
  /** Whether it is a rail without blocks: its reports are final, and its time is the instance's own. */
  readonly isBlockless: boolean;
  /** From when on a block is final; null where the family itself says it. */
  readonly finality: Finality | null;
  /** How many endpoints must confirm which payments. Null if one endpoint is enough. */
  readonly quorum: Quorum | null;
  /** Whether the final block has not advanced for too long. Payments that need finality wait. */
  readonly degraded: boolean;
  /** How internal transfers are detected. Null if this does not apply to the network, or was not checked yet. */
  readonly internalTransfers: InternalTransfers | null;
  /** Whether the configuration still names the network. If not, its last configured values are shown. */
  readonly configured: boolean;
  /** Whether this instance can follow the network: an endpoint is configured and the family is supported. */
  readonly followable: boolean;
  /** Whether the network can be paid on right now: it is followable and an endpoint answered recently. */
  readonly available: boolean;
  /** The symbol of the coin that pays the network's fees. Null if no configured asset has it. */
  readonly nativeCoin: string | null;
  readonly nativeDecimals: number;
  /**
   * The approximate cost of sending, in smallest units of the native coin. Null if no endpoint reported it recently.
   */
  readonly transferFees: TransferFees | null;
  /** The facts that the network's family needs. */
  readonly facts: NetworkFacts;
}

/**
 * The contract's decimals differ from the configured ones, its issuer has paused it, or the configuration no longer
 * names it.
 */
export type StopReason = 'decimals' | 'paused' | 'not_configured';

/** Detected in block traces, by the balances of one-time addresses, or not at all. */
export type InternalTransfers = 'traced' | 'one_time_addresses' | 'direct_only';

export interface Cryptocurrency {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** Taken from the first asset of this coin. Amounts use the decimals of their own asset. */
  readonly decimals: number;
  readonly stable: boolean;
  /** The fiat currency that a stablecoin is pegged to. */
  readonly peg: string | null;
}

/** A cryptocurrency on a network. `contract` is '' for the native coin, otherwise the family's canonical text. */
export interface Asset {
  readonly id: string;
  readonly network: Network;
  readonly cryptocurrency: Cryptocurrency;
  readonly contract: string;
  readonly decimals: number;
  /** Why the asset cannot be paid with now. Null if it can. */
  readonly stopped: StopReason | null;
  /** The merchants' addresses (canonical) that the issuer has blocked. */
  readonly blockedAddresses: ReadonlySet<string>;
}

/** A symbol from before a rename. `network` is where the coin had it, and null if `symbol` names a network. */
export interface FormerSymbol {
  readonly alias: string;
  /** The current symbol. */
  readonly symbol: string;
  readonly network: string | null;
}

/**
 * Lookups ignore case. An alias matches only if no other network or coin has it as its symbol. Networks and assets that
 * are no longer configured are found only by id.
 */
export interface Catalog {
  readonly networks: readonly Network[];
  readonly cryptocurrencies: readonly Cryptocurrency[];
  readonly assets: readonly Asset[];
  /** Networks that are no longer configured. */
  readonly goneNetworks: readonly Network[];
  /** Assets that are no longer configured, or are on a network that is not. */
  readonly goneAssets: readonly Asset[];
  /** Other names that requests may use: former symbols and common aliases. */
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

/** Former symbols take precedence, because they belong to this instance. */
function withUsualAliases(former: readonly FormerSymbol[]): Aliases {
  const networks = former.flatMap(({ alias, symbol, network }) => (network === null ? [{ alias, symbol }] : []));
  const coins = former.flatMap(({ alias, symbol, network }) => (network === null ? [] : [{ alias, symbol, network }]));
  return { networks: [...networks, ...usualAliases.networks], coins: [...coins, ...usualAliases.coins] };
}

function assetKey(what: string, where: string): string {
  return `${what} ${where}`;
}
