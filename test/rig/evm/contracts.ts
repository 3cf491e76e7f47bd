// The contracts that tests and the demo deploy, as compiled by `tools/contracts/compile.ts`.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Abi, Hex } from 'viem';

export type ContractName =
  | 'Token'
  | 'LookAlikeToken'
  | 'FalseToken'
  | 'UnsureToken'
  | 'FeeToken'
  | 'QuietToken'
  | 'SkimToken'
  | 'PausableToken'
  | 'BlacklistToken'
  | 'DenylistToken'
  | 'YesToken'
  | 'BoundlessToken'
  | 'Collectible'
  | 'Multicall'
  | 'Multisend'
  | 'Forwarder'
  | 'SmartWallet'
  | 'OwnedWallet'
  | 'LyingWallet'
  | 'PlainWallet'
  | 'Vault'
  | 'Doomed'
  | 'Stillborn'
  | 'Maker'
  | 'Proxy'
  | 'Switch';

export interface Contract {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

/** The compiled contracts, and the SHA-256 of each source. */
export interface CompiledContracts {
  readonly compiler: string;
  readonly settings: object;
  readonly sources: Readonly<Record<string, string>>;
  readonly contracts: Readonly<Record<string, Contract>>;
}

const folder = join(import.meta.dirname, 'contracts');
/** The file with the compiled contracts. */
export const compiledFile = join(folder, 'generated/compiled.json');
let compiled: CompiledContracts['contracts'] | undefined;

/**
 * The ABI and creation code of a contract in test/rig/evm/contracts/*.sol. Throws if a source changed since
 * compilation.
 */
export function contract(name: ContractName): Contract {
  compiled ??= readCompiled().contracts;
  const found = compiled[name];
  if (found === undefined) throw new Error(`No contract ${name} in ${compiledFile}`);
  return found;
}

/** Returns the compiled contracts. Throws if they were compiled from other `sources`. */
export function readCompiled(sources = contractSources()): CompiledContracts {
  const read = JSON.parse(readFileSync(compiledFile, 'utf8')) as CompiledContracts;
  const names = new Set([...Object.keys(sources), ...Object.keys(read.sources)]);
  const changed = [...names].filter((name) => read.sources[name] !== sha256(sources[name] ?? ''));
  if (changed.length === 0) return read;
  throw new Error(`${changed.join(', ')} changed: run npx node tools/contracts/compile.ts`);
}

/** The text of each source, by its file name. */
export function contractSources(): Readonly<Record<string, string>> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sol'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
