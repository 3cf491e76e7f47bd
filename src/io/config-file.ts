// Reads quittance.json and applies it, and the RPC endpoints of the environment, on top of the built-in networks.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Config, defaultConfig, parseConfig } from '../core/config/config.ts';
import { ConfigFault } from '../core/config/config-fields.ts';
import { endpointRefusal } from '../core/config/endpoint-address.ts';
import { suggestion } from '../core/config/nearest-word.ts';
import { endpointVariable, type NetworkEntry } from '../core/config/network-entry.ts';
import {
  type OperatorNetwork,
  withOperatorEndpoints,
  withOwnNetworks,
} from '../core/config/operator-networks/operator-networks.ts';
import { factsOf } from './chains/codecs.ts';
import type { Environment } from './environment.ts';
import { StartFault } from './start-fault.ts';

/** Facts of the database that the configuration depends on. */
export interface Recorded {
  /** The symbols of formerly configured networks. Leftover endpoints of these cause only a warning. */
  readonly everKnown?: readonly string[];
  /** The networks that the operator connected in the console. File and environment win over them. */
  readonly operatorNetworks?: readonly OperatorNetwork[];
}

type Sources = Pick<Environment, 'configFile' | 'rpcUrls'>;

/**
 * Returns the complete configuration. Throws StartFault with one line that names the line of the file, or the variable.
 */
export async function loadConfig(
  environment: Sources,
  builtIn: readonly NetworkEntry[],
  recorded: Recorded = {},
): Promise<Config> {
  const text = await readText(environment.configFile);
  const { operatorNetworks = [] } = recorded;
  try {
    return configOf(environment, text, builtIn, recorded);
  } catch (error) {
    // The file may describe the same chain as a network of the console. Then the file wins.
    const own = operatorNetworks.filter(({ definition }) => definition !== null);
    const fitting = own.filter((row) =>
      fits(() => configOf(environment, text, builtIn, { ...recorded, operatorNetworks: [row] })),
    );
    if (fitting.length === own.length) throw error;
    const left = operatorNetworks.filter((row) => row.definition === null || fitting.includes(row));
    const config = configOf(environment, text, builtIn, { ...recorded, operatorNetworks: left });
    const unfit = own.filter((row) => !fitting.includes(row));
    return { ...config, warnings: [...config.warnings, ...unfit.map(({ symbol }) => saysUnfit(symbol))] };
  }
}

function fits(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (error instanceof StartFault) return false;
    throw error;
  }
}

function saysUnfit(symbol: string): string {
  return `the network ${symbol} of the console is not used: the configuration file contradicts it`;
}

async function readText({ path, mustExist }: Environment['configFile']): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && !mustExist) return null;
    throw new StartFault(`The configuration file ${path} cannot be read (${error.code ?? error.message}).`, {
      cause: error,
    });
  });
}

function configOf(
  environment: Sources,
  text: string | null,
  builtIn: readonly NetworkEntry[],
  { everKnown = [], operatorNetworks = [] }: Recorded,
): Config {
  const laid = withOwnNetworks(builtIn, operatorNetworks, factsOf);
  const file = basename(environment.configFile.path);
  const config = text === null ? defaultConfig(laid.networks) : parse(text, file, laid.networks);
  const leftover = [...environment.rpcUrls.keys()].filter(
    (symbol) => everKnown.includes(symbol) && !config.networks.some((network) => network.symbol === symbol),
  );
  const rpcUrls = new Map([...environment.rpcUrls].filter(([symbol]) => !leftover.includes(symbol)));
  return {
    ...config,
    networks: withOperatorEndpoints(withEndpoints(config.networks, rpcUrls), operatorNetworks, factsOf),
    warnings: [...config.warnings, ...laid.warnings, ...leftover.map(saysLeftover)],
  };
}

function parse(text: string, file: string, builtIn: readonly NetworkEntry[]): Config {
  try {
    return parseConfig(text, file, builtIn, factsOf);
  } catch (error) {
    if (error instanceof ConfigFault) throw new StartFault(error.message, { cause: error });
    throw error;
  }
}

function saysLeftover(symbol: string): string {
  const why = `the network ${symbol} is not configured any more under this key`;
  return `${endpointVariable(symbol)}: ${why}, so the variable has no effect`;
}

/** Endpoints of the environment replace the file's. */
function withEndpoints(networks: readonly NetworkEntry[], rpcUrls: Environment['rpcUrls']): readonly NetworkEntry[] {
  const symbols = networks.map((network) => network.symbol);
  for (const [symbol, urls] of rpcUrls) {
    const name = endpointVariable(symbol);
    const network = networks.find((one) => one.symbol === symbol);
    if (network?.hasTestChain === true)
      throw new StartFault(
        `${name}: the service makes the chain of the network ${symbol} itself. Remove the variable.`,
      );
    const refusal = network === undefined ? null : endpointRefusal(urls, factsOf(network.family));
    if (refusal !== null) {
      const which = refusal.at === null ? '' : ` endpoint ${refusal.at + 1}`;
      throw new StartFault(`${name}:${which} ${refusal.says}.`);
    }
    if (network !== undefined) continue;
    throw new StartFault(
      `${name} names the network ${symbol}, which does not exist${suggestion(symbol, symbols)}. There are: ` +
        `${symbols.join(', ')}.`,
    );
  }
  return networks.map((network) => {
    const rpc = rpcUrls.get(network.symbol);
    return rpc === undefined ? network : { ...network, rpc, rpcFrom: 'environment' };
  });
}
