// The network that a request names, and its saved connection.
import { endpointVariable, type NetworkEntry } from '../../../../../core/config/network-entry.ts';
import { ownNetwork } from '../../../../../core/config/operator-networks/operator-networks.ts';
import { fieldProblem, Problem } from '../../../../../core/problem.ts';
import { factsOf } from '../../../../../io/chains/codecs.ts';
import type { ProbeTarget } from '../../../../../io/chains/probes/probe.ts';
import { addedFamily } from '../../../../../io/chains/probes/token-metadata.ts';
import type { Instance } from '../../../../instance.ts';
import type { Network } from '../../../../known/catalog/catalog.ts';
import {
  findOperatorNetwork,
  type HeldOperatorNetwork,
} from '../../../../known/settings/networks/operator-networks.ts';
import type { Connection } from './connection-view.ts';
import { targetOf } from './probe-report.ts';

export interface NetworkToConnect {
  readonly described: Connection['network'];
  readonly target: ProbeTarget;
  /** Its row, or null if it was never connected in the console. */
  readonly held: HeldOperatorNetwork | null;
  /** The variable or the file that sets its endpoints; null if the console does or may. */
  readonly fixedBy: string | null;
}

/**
 * Finds a network by its symbol or another name, also one that was added a moment ago. Throws Problem not_found, and
 * validation_failed for a family without endpoints.
 */
export async function networkToConnect(instance: Instance, name: string): Promise<NetworkToConnect> {
  const known = instance.catalog.networkBySymbol(name);
  const held = await findOperatorNetwork(instance, known?.symbol ?? name.toLowerCase());
  if (known !== null) return ofCatalog(instance, known, held);
  if (held?.definition == null) throw new Problem('not_found');
  const entry = ownNetwork(held.symbol, held.definition, factsOf);
  if (typeof entry === 'string') throw new Problem('not_found');
  return { described: { ...entry, nativeSymbol: entry.native.symbol }, target: ofEntry(entry), held, fixedBy: null };
}

function ofCatalog({ catalog }: Instance, network: Network, held: HeldOperatorNetwork | null): NetworkToConnect {
  const target = targetOf(network);
  if (target === null || network.isBlockless)
    throw fieldProblem('endpoints', 'not_allowed', `${network.name} is not read through endpoints.`);
  const tokens = catalog.assets.flatMap((asset) =>
    asset.network === network && asset.contract !== ''
      ? [{ ...asset.cryptocurrency, contract: asset.contract, decimals: asset.decimals }]
      : [],
  );
  return {
    described: { ...network, nativeSymbol: network.nativeCoin ?? '', tokens },
    target,
    held,
    fixedBy: fixedBy(network),
  };
}

/** The part of the configuration that sets the endpoints and wins over the console; null if none does. */
export function fixedBy({ rpcFrom, symbol }: Pick<Network, 'rpcFrom' | 'symbol'>): string | null {
  if (rpcFrom === 'environment') return endpointVariable(symbol);
  return rpcFrom === 'file' ? 'quittance.json' : null;
}

function ofEntry({ symbol, chainId, params, test, tokens }: NetworkEntry): ProbeTarget {
  return { symbol, family: addedFamily, chainId, params, contracts: tokens.map(({ contract }) => contract), test };
}
