// Resolves the network and coin names of a request: symbols first, then aliases.
import type { Alias, Aliases } from './registry/aliases.ts';

/** A coin on a network, identified by both symbols. */
export interface NamedAsset {
  readonly cryptocurrency: string;
  readonly network: string;
}

/** Each method returns the symbol in the catalog, or null if the name is unknown. */
export interface NameResolver {
  network(name: string): string | null;
  /** Returns the coin with this name on any network. */
  coin(name: string): string | null;
  /** Returns the coin with this name on the network with this symbol. */
  coinOn(network: string, name: string): string | null;
}

/** An alias never overrides a symbol. */
export function nameResolver(assets: readonly NamedAsset[], aliases: Aliases): NameResolver {
  const networks = new Set(assets.map(({ network }) => network));
  const coins = new Set(assets.map(({ cryptocurrency }) => cryptocurrency));
  const pairs = new Set(assets.map(({ cryptocurrency, network }) => `${cryptocurrency} ${network}`));
  const networkAliases = Map.groupBy(aliases.networks, ({ alias }) => hyphenated(alias));
  const coinAliases = Map.groupBy(aliases.coins, ({ alias }) => hyphenated(alias));
  return {
    network: (name) =>
      networks.has(name.toLowerCase())
        ? name.toLowerCase()
        : firstOf(networkAliases.get(hyphenated(name)), ({ symbol }) => networks.has(symbol)),
    coin: (name) =>
      coins.has(name.toUpperCase())
        ? name.toUpperCase()
        : firstOf(coinAliases.get(hyphenated(name)), ({ symbol }) => coins.has(symbol)),
    coinOn: (network, name) =>
      pairs.has(`${name.toUpperCase()} ${network}`)
        ? name.toUpperCase()
        : firstOf(
            coinAliases.get(hyphenated(name)),
            (one) => (one.network ?? network) === network && pairs.has(`${one.symbol} ${network}`),
          ),
  };
}

function firstOf(aliases: readonly Alias[] | undefined, isMeant: (alias: Alias) => boolean): string | null {
  return aliases?.find(isMeant)?.symbol ?? null;
}

function hyphenated(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, '-');
}
