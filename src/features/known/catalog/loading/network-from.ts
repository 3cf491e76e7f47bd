// Makes a network of the catalog out of its row and its entry in the configuration, or out of the row alone.
import type { NetworkEntry } from '../../../../core/config/network-entry.ts';
import { factsOf, isReadable } from '../../../../io/chains/codecs.ts';
import type { Network } from '../catalog.ts';
import type { Reach } from '../reach.ts';
import { finalityOf, networkFacts } from '../registry/network-facts.ts';
import type { StoredNetwork } from './catalog-row-store.ts';

/** The row that describes a configured network, also after the configuration no longer names it. */
export function rowOf(id: string, entry: NetworkEntry): StoredNetwork {
  const { symbol, family, chainId, params, name, test, confirmations, explorerTransaction } = entry;
  const isBlockless = factsOf(family).isBlockless === true;
  const row = { id, symbol, family, isBlockless, chainId, params, name, test, confirmations };
  return { ...row, explorer: explorerTransaction };
}

export function networkFrom(id: string, entry: NetworkEntry, reach: Reach, configured = true): Network {
  const { symbol, name, family, chainId, rpc, test, explorerTransaction, pollIntervalMs, reorgDepth } = entry;
  const isBlockless = factsOf(family).isBlockless === true;
  // A report of a rail without blocks is final.
  const confirmations = isBlockless ? 1 : entry.confirmations;
  const finality = finalityOf(entry);
  const followable = configured && rpc.length > 0 && isReadable(family);
  return {
    id,
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
    facts: networkFacts(entry),
  };
}

/**
 * How often a network is looked at while nothing is open, in milliseconds, unless its entry sets it; null: every block
 * is read. Developers expect test networks to react at once.
 */
function usualIdle(test: boolean): number | null {
  return test ? null : 150_000;
}

/** As it was last configured; by defaults where a version before this one never recorded that. */
export function goneNetwork(row: StoredNetwork, reach: Reach): Network {
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
    // Which coin its fees were paid in is not recorded.
    native: { symbol: '', name: '', decimals: 0 },
  };
  return networkFrom(id, entry, reach, false);
}
