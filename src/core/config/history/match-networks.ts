// Finds the network of the database for each configured network, so that a renamed key keeps its history.
import type { FamilyName, NetworkEntry } from '../network-entry.ts';

export interface KnownNetwork {
  readonly symbol: string;
  readonly family: FamilyName;
  readonly chainId: number | null;
  /** Null in families without params, and for networks recorded without them. */
  readonly params: string | null;
}

export interface NetworkMatch<Known extends KnownNetwork> {
  readonly entry: NetworkEntry;
  /** Null for a new network. Its symbol differs from the entry's if the key was renamed. */
  readonly known: Known | null;
}

/**
 * Returns one match for each entry, in their order. A known network with the same key must be the same chain. A new key
 * for the chain of a network that is no longer configured renames that network; if several qualify, the last of `known`
 * is taken. `fault` is a sentence for the operator.
 */
export function matchNetworks<Known extends KnownNetwork>(
  known: readonly Known[],
  entries: readonly NetworkEntry[],
): { readonly matches: readonly NetworkMatch<Known>[] } | { readonly fault: string } {
  const bySymbol = new Map(known.map((one) => [one.symbol, one]));
  const configured = new Set(entries.map(({ symbol }) => symbol));
  const unclaimed = known.filter(({ symbol }) => !configured.has(symbol));
  const matches: NetworkMatch<Known>[] = [];
  for (const entry of entries) {
    const namesake = bySymbol.get(entry.symbol);
    if (namesake !== undefined && !isSameChain(namesake, entry)) return { fault: saysOtherChain(namesake, entry) };
    const at = namesake === undefined ? unclaimed.findLastIndex((one) => isCertainlySameChain(one, entry)) : -1;
    const renamed = at < 0 ? undefined : unclaimed.splice(at, 1)[0];
    matches.push({ entry, known: namesake ?? renamed ?? null });
  }
  return { matches };
}

type Chain = Pick<KnownNetwork, 'family' | 'chainId' | 'params'>;

function isSameChain(known: Chain, entry: Chain): boolean {
  const hasSameParams = known.params === null || known.params === entry.params;
  return known.family === entry.family && known.chainId === entry.chainId && hasSameParams;
}

/** A chain without an id or params is identified by its key alone. */
function isCertainlySameChain(known: Chain, entry: Chain): boolean {
  return isSameChain(known, entry) && (known.chainId !== null || known.params !== null);
}

function saysOtherChain(known: KnownNetwork, entry: NetworkEntry): string {
  return [
    `Network ${known.symbol} is ${chainName(known)} in the database, but ${chainName(entry)} in the configuration.`,
    'Give the other chain a key of its own.',
  ].join(' ');
}

function chainName({ family, chainId, params }: Chain): string {
  if (chainId !== null) return `${family} chain ${chainId}`;
  return params === null ? `of family ${family}` : `${family} chain ${params}`;
}
