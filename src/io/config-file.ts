// Reads quittance.json and applies it, and the RPC endpoints of the environment, on top of the built-in networks.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Config, defaultConfig, parseConfig } from '../core/config/config.ts';
import { ConfigFault } from '../core/config/config-fields.ts';
import { endpointRefusal } from '../core/config/endpoint-address.ts';
import { suggestion } from '../core/config/nearest-word.ts';
import type { NetworkEntry } from '../core/config/network-entry.ts';
import { factsOf } from './chains/codecs.ts';
import type { Environment } from './environment.ts';
import { StartFault } from './start-fault.ts';

/**
 * Returns the complete configuration. `everKnown` holds the symbols of formerly configured networks. Leftover endpoints
 * of these cause only a warning. Throws StartFault with one line that names the line of the file, or the variable.
 */
export async function loadConfig(
  environment: Pick<Environment, 'configFile' | 'rpcUrls'>,
  builtIn: readonly NetworkEntry[],
  everKnown: readonly string[] = [],
): Promise<Config> {
  const { path, mustExist } = environment.configFile;
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && !mustExist) return null;
    throw new StartFault(`The configuration file ${path} cannot be read (${error.code ?? error.message}).`, {
      cause: error,
    });
  });
  const config = text === null ? defaultConfig(builtIn) : parse(text, basename(path), builtIn);
  const leftover = [...environment.rpcUrls.keys()].filter(
    (symbol) => everKnown.includes(symbol) && !config.networks.some((network) => network.symbol === symbol),
  );
  const rpcUrls = new Map([...environment.rpcUrls].filter(([symbol]) => !leftover.includes(symbol)));
  return {
    ...config,
    networks: withEndpoints(config.networks, rpcUrls),
    warnings: [...config.warnings, ...leftover.map(saysLeftover)],
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
  return `${variableOf(symbol)}: ${why}, so the variable has no effect`;
}

function variableOf(symbol: string): string {
  return `RPC_URL_${symbol.toUpperCase().replaceAll('-', '_')}`;
}

/** Endpoints of the environment replace those of the file. */
function withEndpoints(networks: readonly NetworkEntry[], rpcUrls: Environment['rpcUrls']): readonly NetworkEntry[] {
  const symbols = networks.map((network) => network.symbol);
  for (const [symbol, urls] of rpcUrls) {
    const name = variableOf(symbol);
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
  return networks.map((network) => ({ ...network, rpc: rpcUrls.get(network.symbol) ?? network.rpc }));
}
