// Reads quittance.json from the disk and lays it, and the RPC endpoints of the environment, over the built-in networks.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Config, defaultConfig, parseConfig } from '../core/config/config.ts';
import { ConfigFault } from '../core/config/config-fields.ts';
import { suggestion } from '../core/config/nearest-word.ts';
import type { FamilyName, NetworkEntry } from '../core/config/network-entry.ts';
import { readEvmAddress } from './chains/accounts/address.ts';
import { readTronAddress } from './chains/tron/address.ts';
import type { Environment } from './environment.ts';
import { StartFault } from './start-fault.ts';

/** The whole configuration. Throws StartFault: one line naming the file's line, or the variable, at fault. */
export async function loadConfig(
  environment: Pick<Environment, 'configFile' | 'rpcUrls'>,
  builtIn: readonly NetworkEntry[],
): Promise<Config> {
  const { path, mustExist } = environment.configFile;
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' && !mustExist) return null;
    throw new StartFault(`The configuration file ${path} cannot be read (${error.code ?? error.message}).`, {
      cause: error,
    });
  });
  const config = text === null ? defaultConfig(builtIn) : parse(text, basename(path), builtIn);
  return { ...config, networks: withEndpoints(config.networks, environment.rpcUrls) };
}

/**
 * The one form in which a contract's address is kept: lower-case hex for EVM and TRON. Mixed case must carry a right checksum
 * (EIP-55), as T… must; null for what is no contract's address.
 */
export function canonicalContract(family: FamilyName, text: string): string | null {
  switch (family) {
    case 'EVM':
      return canonicalOf(readEvmAddress(text));
    case 'TRON':
      // In the form of Ethereum's it could as well be the contract of another network.
      return text.startsWith('T') ? canonicalOf(readTronAddress(text)) : null;
    case 'SVM':
      return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) ? text : null;
    case 'UTXO':
      return null;
  }
}

function canonicalOf(read: { readonly canonical: string } | string): string | null {
  return typeof read === 'string' ? null : read.canonical;
}

function parse(text: string, file: string, builtIn: readonly NetworkEntry[]): Config {
  try {
    return parseConfig(text, file, builtIn, canonicalContract);
  } catch (error) {
    if (error instanceof ConfigFault) throw new StartFault(error.message, { cause: error });
    throw error;
  }
}

/** Endpoints of the environment take the place of the file's. */
function withEndpoints(networks: readonly NetworkEntry[], rpcUrls: Environment['rpcUrls']): readonly NetworkEntry[] {
  const symbols = networks.map((network) => network.symbol);
  for (const symbol of rpcUrls.keys()) {
    if (symbols.includes(symbol)) continue;
    const name = `RPC_URL_${symbol.toUpperCase().replaceAll('-', '_')}`;
    throw new StartFault(
      `${name} names the network ${symbol}, which does not exist${suggestion(symbol, symbols)}. There are: ${symbols.join(', ')}.`,
    );
  }
  return networks.map((network) => ({ ...network, rpc: rpcUrls.get(network.symbol) ?? network.rpc }));
}
