// Compiles the contracts that the tests and the demo deploy: once, then kept in the temporary folder.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir, userInfo } from 'node:os';
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

/**
 * The ABI and creation code of one of test/rig/contracts/*.sol. The first call of a new source takes about a second.
 */
export function contract(name: ContractName): Contract {
  compiled ??= fromCache(sources());
  const found = compiled[name];
  if (found === undefined) throw new Error(`No contract ${name} in ${folder}`);
  return found;
}

type Contracts = Readonly<Record<string, Contract>>;
type Sources = Readonly<Record<string, { readonly content: string }>>;

const folder = join(import.meta.dirname, 'contracts');
const require = createRequire(import.meta.url);
let compiled: Contracts | undefined;

function sources(): Sources {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sol'));
  return Object.fromEntries(names.map((name) => [name, { content: readFileSync(join(folder, name), 'utf8') }]));
}

function fromCache(input: Sources): Contracts {
  const compiler = (require('solc/package.json') as { version: string }).version;
  const key = createHash('sha256').update(compiler).update(JSON.stringify(input)).digest('hex').slice(0, 16);
  const cacheFolder = join(tmpdir(), `quittance-contracts-${userInfo().uid}`);
  const file = join(cacheFolder, `${key}.json`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Contracts;
  } catch {
    const made = compile(input);
    mkdirSync(cacheFolder, { recursive: true, mode: 0o700 });
    // Written aside and renamed, so that test files which compile at the same time never read half a file.
    writeFileSync(`${file}.${process.pid}`, JSON.stringify(made));
    renameSync(`${file}.${process.pid}`, file);
    return made;
  }
}

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Record<string, Record<string, { abi: Abi; evm: { bytecode: { object: string } } }>>;
}

function compile(input: Sources): Contracts {
  // Loaded only when needed: the compiler is ten megabytes of JavaScript.
  const solc = require('solc') as { compile(input: string): string };
  const settings = {
    evmVersion: 'paris',
    optimizer: { enabled: true, runs: 200 },
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  };
  const output = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources: input, settings })),
  ) as CompilerOutput;
  const errors = (output.errors ?? []).filter((error) => error.severity === 'error');
  if (errors.length > 0) throw new Error(errors.map((error) => error.formattedMessage).join('\n'));
  const contracts = Object.values(output.contracts ?? {}).flatMap((file) => Object.entries(file));
  return Object.fromEntries(
    contracts.map(([name, made]) => [name, { abi: made.abi, bytecode: `0x${made.evm.bytecode.object}` as const }]),
  );
}
