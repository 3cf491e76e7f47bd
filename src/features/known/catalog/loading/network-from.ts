// Builds a network of the catalog from its row and its configuration entry, or from the row alone.
import type { NetworkEntry } from '../../../../core/config/network-entry.ts';
import type { Chain } from '../../../../io/chains/chain.ts';
import { factsOf, isReadable } from '../../../../io/chains/codecs.ts';
import { everywhere, type Reach } from '../availability.ts';
import type { Network } from '../catalog.ts';
import { finalityOf, networkFacts } from '../registry/network-facts.ts';
import type { StoredNetwork } from './catalog-row-store.ts';

/** Returns the row of a configured network, which is kept after the configuration drops it. */
export function rowOf(id: string, entry: NetworkEntry): StoredNetwork {
  const { symbol, family, chainId, params, name, test, confirmations, explorerTransaction } = entry;
  const isBlockless = factsOf(family).isBlockless === true;
  const row = { id, symbol, family, isBlockless, chainId, params, name, test, confirmations };
  return { ...row, explorer: explorerTransaction };
}

/** The state of a network, and how its chain is opened if the service makes it. */
export interface NetworkParts {
  /** The default treats every followable network as reached. */
  readonly reach?: Reach;
  readonly testChain?: () => Chain;
}

export function networkFrom(
  id: string,
  entry: NetworkEntry,
  { reach = everywhere, testChain }: NetworkParts,
  configured = true,
): Network {
  const { symbol, name, family, chainId, rpc, test, explorerTransaction, pollIntervalMs, reorgDepth } = entry;
  const isBlockless = factsOf(family).isBlockless === true;
  // A report of a rail without blocks is final.
  const confirmations = isBlockless ? 1 : entry.confirmations;
  const finality = finalityOf(entry);
  const hasTestChain = entry.hasTestChain === true;
  const isServed = rpc.length > 0 || (hasTestChain && testChain !== undefined);
  const followable = configured && isServed && isReadable(family);
  return {
    id,
    symbol,
    name,
    family,
    chainId,
    hasTestChain,
    rpc,
    rpcFrom: entry.rpcFrom ?? null,
    confirmations,
    test,
    explorerTransaction,
    pollIntervalMs,
    reorgDepth,
    isBlockless,
    slots: entry.slots ?? null,
    idleMillis: entry.idleMillis === undefined ? usualIdle(test) : entry.idleMillis,
    confirmationsFloor: Math.min(entry.confirmationsFloor ?? confirmations, confirmations),
    sharedWallets: new Set(entry.sharedWallets),
    finality: finality ?? null,
    quorum: entry.quorum ?? null,
    get degraded() {
      const stalled = finality !== undefined && 'tag' in finality ? reach.finalityAgeSeconds(id) : null;
      return stalled !== null && finality !== undefined && 'tag' in finality && stalled > finality.stalledAfterSeconds;
    },
    get internalTransfers() {
      return reach.internalTransfers(id);
    },
    configured,
    followable,
    get available() {
      return followable && reach.isReached(id);
    },
    nativeCoin: entry.native.symbol || null,
    nativeDecimals: entry.native.decimals,
    get transferFees() {
      return reach.transferFees(id);
    },
    facts: { ...networkFacts(entry), ...(hasTestChain && testChain !== undefined ? { testChain } : {}) },
  };
}

/**
 * Returns the default idle poll interval in milliseconds. Null means that every block is read, as developers expect
 * test networks to react at once.
 */
function usualIdle(test: boolean): number | null {
  return test ? null : 150_000;
}

/** Returns the last configured values, or defaults if an earlier version did not record them. */
export function goneNetwork(row: StoredNetwork, parts: NetworkParts): Network {
  const { id, symbol, family, chainId, name, test, confirmations, explorer } = row;
  const { chainNames } = factsOf(family);
  const entry: NetworkEntry = {
    symbol,
    name: name ?? symbol,
    family,
    chainId,
    rpc: [],
    confirmations: confirmations ?? 1,
    params: row.params ?? (chainNames.includes(symbol) ? symbol : null),
    test: test ?? false,
    explorerTransaction: explorer,
    pollIntervalMs: 1_000,
    reorgDepth: 256,
    tokens: [],
    // The coin that paid its fees is not recorded.
    native: { symbol: '', name: '', decimals: 0 },
  };
  return networkFrom(id, entry, parts, false);
}
