// A real EVM node for tests and the demo: anvil, mined by hand by default, with reorgs on request.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { type HDAccount, mnemonicToAccount } from 'viem/accounts';
import { adopt, hasEnded, sweepStrays } from '../run/child-sweep.ts';
import { count } from '../run/costs/costs.ts';
import { postJson } from '../run/post-json.ts';
import { type ContractName, contract } from './contracts.ts';
import { giveBack, type IdleNode, takeIdle } from './idle-nodes.ts';

export interface AnvilOptions {
  /** 31337 by default. */
  readonly chainId?: number;
  /** The interval between blocks; without it, only mine() mines a block. */
  readonly blockTimeSeconds?: number;
  /** `finalized` is the head minus twice this value, `safe` the head minus this value. 4 by default. */
  readonly slotsInAnEpoch?: number;
  /** Any free port by default. */
  readonly port?: number;
  readonly extraArguments?: readonly string[];
}

export interface Call {
  /** One of the node's ten unlocked accounts; the first by default. */
  readonly from?: Hex;
  readonly to?: Hex;
  readonly value?: bigint;
  readonly data?: Hex;
  /** Generous by default, because gas estimation fails for calls that are meant to fail. */
  readonly gas?: bigint;
}

export interface TokenTerms {
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: number;
  readonly supply?: bigint;
}

/** A function of a test contract, such as 'Token.transfer'. */
export type FunctionName = `${ContractName}.${string}`;

/** The data of a call of this function. */
export function callData(name: FunctionName, args: readonly unknown[]): Hex {
  const [contractName, functionName] = name.split('.') as [ContractName, string];
  return encodeFunctionData({ abi: contract(contractName).abi, functionName, args });
}

export interface Anvil {
  readonly url: string;
  readonly chainId: number;
  /** The ten well-known development accounts, with 10,000 coins each. */
  readonly accounts: readonly HDAccount[];
  /** Calls any JSON-RPC method. Throws the node's error. */
  rpc<Result = unknown>(method: string, params?: readonly unknown[]): Promise<Result>;
  mine(blocks?: number): Promise<void>;
  blockNumber(): Promise<number>;
  /** Adds a chain transaction to the pool for the next block. Returns its hash. */
  send(call: Call): Promise<Hex>;
  /** Like `send`, for a function of one of the test contracts. */
  call(to: Hex, name: FunctionName, args: readonly unknown[], call?: Call): Promise<Hex>;
  /** Deploys a test contract and mines. Returns its address in lower case. The first account owns it. */
  deploy(name: ContractName, args?: readonly unknown[]): Promise<Hex>;
  /** A standard token. By default it has 6 decimals and a supply of 10^30 units, held by the first account. */
  deployToken(terms?: TokenTerms): Promise<Hex>;
  /**
   * Replaces the last `depth` blocks by the same number of new ones. Drops their transactions, except signed ones given
   * as [raw, n], which are mined again in the n-th new block (from 0).
   */
  reorg(depth: number, transactions?: readonly (readonly [raw: Hex, block: number])[]): Promise<void>;
  /** Removes the last `depth` blocks, so that the chain becomes shorter. */
  rollback(depth: number): Promise<void>;
  /** Dates later blocks at least this many seconds ahead of the real clock. */
  beAhead(seconds: number): Promise<void>;
  setBalance(address: Hex, units: bigint): Promise<void>;
  /** Ends the node, or resets it for the next test of this process. */
  stop(): Promise<void>;
}

/** Starts anvil on 127.0.0.1 and waits until it listens (about a tenth of a second). It ends with this process. */
export async function startAnvil(options: AnvilOptions = {}): Promise<Anvil> {
  sweepStrays();
  const chainId = options.chainId ?? 31337;
  const given = flags(chainId, options);
  const node = takeIdle(given) ?? (await launch(given));
  const { child, url } = node;
  const rpc = caller(url);
  // The log goes to a pipe that is only drained, so logging would only cost time.
  await rpc('anvil_setLoggingEnabled', [false]);
  developmentAccounts ??= tenAccounts();
  const accounts = developmentAccounts;
  const giveBackOrStop = async () => {
    if (options.port !== undefined || options.blockTimeSeconds !== undefined || options.extraArguments !== undefined)
      return stop(child);
    if (!(await giveBack(given, node, rpc))) await stop(child);
  };
  const anvil = { url, chainId, accounts, rpc, ...verbs(rpc, accounts), stop: giveBackOrStop };
  // A node that started just before a full second would date all its blocks a second too early.
  await anvil.beAhead(0);
  return anvil;
}

async function launch(given: readonly string[]): Promise<IdleNode> {
  count('chain');
  const child = spawn(binary(), given, { stdio: ['ignore', 'pipe', 'pipe'] });
  adopt(child, '--slots-in-an-epoch');
  return { child, url: await listening(child) };
}

const mnemonic = 'test test test test test test test test test test test junk';
const require = createRequire(import.meta.url);

/** Derived once, because ten keys take a tenth of a second. */
let developmentAccounts: HDAccount[] | null = null;

function tenAccounts(): HDAccount[] {
  return Array.from({ length: 10 }, (_, addressIndex) => mnemonicToAccount(mnemonic, { addressIndex }));
}

type Rpc = Anvil['rpc'];

function verbs(rpc: Rpc, accounts: readonly HDAccount[]): Omit<Anvil, 'url' | 'chainId' | 'accounts' | 'rpc' | 'stop'> {
  const owner = (accounts[0] as HDAccount).address;
  const send = (call: Call) =>
    rpc<Hex>('eth_sendTransaction', [
      {
        from: call.from ?? owner,
        to: call.to,
        value: quantity(call.value ?? 0n),
        data: call.data,
        gas: quantity(call.gas ?? (call.data === undefined ? 60_000n : 300_000n)),
      },
    ]);
  const mine = async (blocks = 1) => void (await rpc('anvil_mine', [quantity(BigInt(blocks))]));
  const deploy = async (name: ContractName, args: readonly unknown[] = []) => {
    const hash = await send({ data: encodeDeployData({ ...contract(name), args }), gas: 3_000_000n });
    await mine();
    const receipt = await rpc<{ contractAddress: Hex; status: Hex } | null>('eth_getTransactionReceipt', [hash]);
    if (receipt?.status !== '0x1') throw new Error(`${name} was not deployed: ${JSON.stringify(receipt)}`);
    return receipt.contractAddress.toLowerCase() as Hex;
  };
  const ahead = async () => Number(await rpc('evm_increaseTime', [0]));
  const beAhead = async (seconds: number) => {
    const missing = seconds - (await ahead());
    if (missing > 0) await rpc('evm_increaseTime', [missing]);
  };
  // Both methods set anvil's clock back to the time of the last remaining block.
  const onTime = async (method: string, params: readonly unknown[]) => {
    const before = await ahead();
    await rpc(method, params);
    await beAhead(before);
  };
  return {
    send,
    mine,
    deploy,
    blockNumber: async () => Number(await rpc<Hex>('eth_blockNumber')),
    call: (to, name, args, call = {}) => send({ ...call, to, data: callData(name, args) }),
    deployToken: ({ name = 'Test Dollar', symbol = 'TUSD', decimals = 6, supply = 10n ** 30n } = {}) =>
      deploy('Token', [name, symbol, decimals, supply]),
    beAhead,
    reorg: (depth, transactions = []) => onTime('anvil_reorg', [depth, transactions]),
    rollback: (depth) => onTime('anvil_rollback', [depth]),
    setBalance: async (address, units) => void (await rpc('anvil_setBalance', [address, quantity(units)])),
  };
}

function quantity(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}

/** The binary of this platform's package, without its JavaScript wrapper, or an anvil on the PATH. */
function binary(): string {
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  try {
    return require.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/bin/${file}`);
  } catch {
    const onPath = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, file));
    const found = onPath.find((path) => existsSync(path));
    if (found !== undefined) return found;
    throw new Error('No anvil here: install the optional npm dependencies, or Foundry, so that `anvil` is on the PATH');
  }
}

function flags(chainId: number, options: AnvilOptions): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', String(options.port ?? 0), '--chain-id', String(chainId)],
    ...['--slots-in-an-epoch', String(options.slotsInAnEpoch ?? 4), '--order', 'fifo'],
    // With one thread for each core, the default, all threads can wait for a lock whose holder never runs, and anvil
    // hangs.
    ...['--threads', '16'],
    ...(options.blockTimeSeconds === undefined ? ['--no-mining'] : ['--block-time', String(options.blockTimeSeconds)]),
    ...(options.extraArguments ?? []),
  ];
}

/**
 * Resolves to the address that anvil prints when it listens. With port 0 the system chooses a port, so that parallel
 * tests do not collide.
 */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    const hear = (chunk: Buffer) => {
      printed += chunk.toString('utf8');
      const place = /Listening on (\S+)/.exec(printed);
      if (place === null) return;
      child.stdout?.off('data', hear);
      // The rest of the output is only drained, so that the pipe never fills.
      child.stdout?.resume();
      resolve(`http://${place[1]}`);
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', (chunk: Buffer) => {
      if (printed.length < 10_000) printed += chunk.toString('utf8');
    });
    child.once('error', reject);
    child.once('exit', (code, signal) =>
      reject(new Error(`anvil ended (${code ?? signal}):\n${printed.slice(-2000)}`)),
    );
  });
}

function caller(url: string): Rpc {
  let id = 0;
  return async <Result>(method: string, params: readonly unknown[] = []) => {
    id += 1;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params });
    const answer = (await postJson(url, body)) as { result?: Result; error?: { code: number; message: string } };
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message} (${answer.error.code})`);
    return answer.result as Result;
  };
}

function stop(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    // A node that is mining may ignore a signal for a while.
    setTimeout(() => child.kill('SIGKILL'), 2_000).unref();
  });
}
