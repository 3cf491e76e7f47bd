// Merges the networks that the operator connected in the console: over the built-in ones, under file and environment.
import { ConfigFault } from '../config-fields.ts';
import { readNetwork } from '../config-network.ts';
import { endpointRefusal } from '../endpoint-address.ts';
import type { FactsOf } from '../family-facts.ts';
import { JsonFault, readJson } from '../json-lines.ts';
import type { NetworkEntry } from '../network-entry.ts';

export interface OperatorNetwork {
  readonly symbol: string;
  /** The JSON of an entry of `networks` in quittance.json, for a network of the operator's own. Else null. */
  readonly definition: string | null;
  readonly endpoints: readonly string[];
  readonly enabled: boolean;
}

/** Networks with the operator's own laid over them. `warnings`: one sentence for each network that was left out. */
export interface Merged {
  readonly networks: readonly NetworkEntry[];
  readonly warnings: readonly string[];
}

/**
 * The built-in networks, followed by the operator's own. An own network that does not fit is left out with a warning,
 * so that a row of the database never prevents a start: a later version may have built the network in.
 */
export function withOwnNetworks(
  builtIn: readonly NetworkEntry[],
  rows: readonly OperatorNetwork[],
  factsOf: FactsOf,
): Merged {
  const networks = [...builtIn];
  const warnings: string[] = [];
  for (const row of rows) {
    if (row.definition === null) continue;
    const read = ownNetwork(row.symbol, row.definition, factsOf);
    const fault = typeof read === 'string' ? read : whyTaken(read, networks);
    if (fault !== null) warnings.push(`the network ${row.symbol} of the console is not used: ${fault}`);
    else networks.push(read as NetworkEntry);
  }
  return { networks, warnings };
}

/** Sets the endpoints of the console where neither the file nor the environment sets any. */
export function withOperatorEndpoints(
  networks: readonly NetworkEntry[],
  rows: readonly OperatorNetwork[],
  factsOf: FactsOf,
): readonly NetworkEntry[] {
  const bySymbol = new Map(rows.map((row) => [row.symbol, row]));
  return networks.map((network) => {
    const row = bySymbol.get(network.symbol);
    if (row === undefined || network.rpcFrom !== undefined) return network;
    const isFit = row.enabled && endpointRefusal(row.endpoints, factsOf(network.family)) === null;
    return { ...network, rpc: isFit ? row.endpoints : [], rpcFrom: 'database' };
  });
}

/** The network that a definition describes, or the fault of the definition. */
export function ownNetwork(symbol: string, definition: string, factsOf: FactsOf): NetworkEntry | string {
  try {
    return readNetwork(symbol, { file: 'console', path: symbol, node: readJson(definition) }, null, factsOf);
  } catch (error) {
    if (error instanceof ConfigFault || error instanceof JsonFault) return error.message;
    throw error;
  }
}

function whyTaken(network: NetworkEntry, others: readonly NetworkEntry[]): string | null {
  if (others.some(({ symbol }) => symbol === network.symbol)) return 'its name is that of another network';
  const twin = others.find(({ family, chainId }) => family === network.family && chainId === network.chainId);
  return twin === undefined ? null : `chain ${network.chainId} is the network ${twin.symbol}`;
}
