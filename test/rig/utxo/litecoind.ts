// A real node of the UTXO family for tests and the demo: litecoind on a private chain, mined by hand, with reorgs on
// request.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../client.ts';
import { adopt, hasEnded, sweepStrays } from '../run/child-sweep.ts';
import { count } from '../run/costs/costs.ts';
import { freePort } from '../run/free-port.ts';
import { installLitecoind, type LitecoindProgram, litecoindRemedy } from '../run/parts/install-litecoind.ts';
import { postJson } from '../run/post-json.ts';
import { type Output, unsignedTransaction } from './utxo-transaction.ts';

export interface LitecoindOptions {
  /** Blocks mined to the node's wallet at the start, which give it spendable coins. 110 by default. */
  readonly blocks?: number;
  /** Keeps an index of all chain transactions; off by default, as on most nodes. */
  readonly txindex?: boolean;
  /** Serves /rest/ on the same port. */
  readonly rest?: boolean;
  /** Enables Litecoin's extension blocks from block 432 on, which `startExtensionBlocks` must prepare. */
  readonly extensionBlocks?: boolean;
  readonly extraArguments?: readonly string[];
  /** Without a password. The node writes a new one to its cookie file at each start. */
  readonly cookie?: boolean;
}

/** Kinds of addresses of the node's wallet: P2PKH, P2SH-P2WPKH, P2WPKH, and one of the extension blocks. */
export type AddressKind = 'legacy' | 'p2sh-segwit' | 'bech32' | 'mweb';

export interface Litecoind {
  /** Contains user and password, or the path of the cookie file. The same after a restart. */
  readonly url: string;
  /** The data folder, removed when the node stops. */
  readonly folder: string;
  /** Calls any JSON-RPC method. Throws the node's error. */
  rpc<Result = unknown>(method: string, params?: readonly unknown[]): Promise<Result>;
  height(): Promise<number>;
  newAddress(kind?: AddressKind): Promise<string>;
  /** Mines the mempool, with the coinbase to the wallet or to `address`. Returns the hashes of the blocks. */
  mine(blocks?: number, address?: string): Promise<string[]>;
  /** Mines one block with only these chain transactions (signed, in hex, or mempool ids), in this order. */
  mineJust(transactions: readonly string[], address?: string): Promise<string>;
  /** Pays from the wallet with a replaceable transaction. Amounts in smallest units. Returns the txid. */
  pay(address: string, amount: bigint): Promise<string>;
  /** Like `pay`, with any number of outputs, scripts in hex. A change output may be among them. */
  payOutputs(outputs: readonly Output[]): Promise<string>;
  /** Raises the fee of an unmined payment of the wallet. Returns the txid of the replacement. */
  bump(txid: string): Promise<string>;
  /**
   * Returns a signed chain transaction, in hex, that spends the inputs of this unmined one of the wallet, and pays all
   * but a higher fee to `address` (the wallet's own by default). It is not sent: `send` it, or mine it with mineJust.
   */
  conflictWith(txid: string, address?: string): Promise<string>;
  /** Adds a signed chain transaction, in hex, to the mempool. Returns its txid. */
  send(hex: string): Promise<string>;
  /**
   * Removes the last `depth` blocks and mines one for each entry of `blocks`, with only the chain transactions in it.
   * Transactions of the old blocks return to the mempool if they do not conflict.
   */
  reorg(depth: number, blocks: readonly (readonly string[])[]): Promise<void>;
  /** Restarts the node with these additional arguments. The mempool is lost. */
  restart(extraArguments?: readonly string[]): Promise<void>;
  /** Prepares the first extension block and mines up to it (432). Requires extensionBlocks, and a height below 430. */
  startExtensionBlocks(): Promise<void>;
  /** Pays from the wallet's coins inside the extension. Returns the id within the extension. */
  payFromExtension(address: string, amount: bigint): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts litecoind on 127.0.0.1 and waits until it answers (about a third of a second). It never outlives this process.
 */
export async function startLitecoind(options: LitecoindOptions = {}): Promise<Litecoind> {
  sweepStrays();
  const program = await installLitecoind(() => undefined);
  if (program === null) throw new Error(`No litecoind here: ${litecoindRemedy}`);
  const folder = mkdtempSync(join(tmpdir(), 'quittance-litecoind-data-'));
  const password = randomBytes(16).toString('hex');
  const port = await freePort();
  const cookie = options.cookie === true ? join(folder, 'regtest', '.cookie') : null;
  const url =
    cookie === null
      ? `http://node:${password}@127.0.0.1:${port}`
      : `http://127.0.0.1:${port}/?cookie_file=${encodeURIComponent(cookie)}`;
  const words = () => (cookie === null ? `node:${password}` : readFileSync(cookie, 'utf8'));
  const rpc = caller(`http://127.0.0.1:${port}`, () => `Basic ${Buffer.from(words()).toString('base64')}`);
  const launch = (more: readonly string[] = []) =>
    started(program, [...flags(folder, port, password, options), ...more], rpc);
  let child = await launch();
  await rpc('createwallet', ['purse']);
  const node = { url, folder, rpc, ...verbs(rpc) };
  if ((options.blocks ?? 110) > 0) await node.mine(options.blocks ?? 110);
  return {
    ...node,
    async restart(extraArguments) {
      await ended(child);
      child = await launch(extraArguments);
      await rpc('loadwallet', ['purse']);
    },
    async stop() {
      await ended(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Rpc = Litecoind['rpc'];

function verbs(rpc: Rpc): Omit<Litecoind, 'url' | 'folder' | 'rpc' | 'restart' | 'stop'> {
  const newAddress = (kind: AddressKind = 'bech32') => rpc<string>('getnewaddress', ['', kind]);
  const sign = async (hex: string) => {
    const signed = await rpc<{ hex: string; complete: boolean }>('signrawtransactionwithwallet', [hex]);
    if (!signed.complete) throw new Error('The purse cannot sign this');
    return signed.hex;
  };
  const mine = async (blocks = 1, address?: string) =>
    rpc<string[]>('generatetoaddress', [blocks, address ?? (await newAddress())]);
  const mineJust = async (transactions: readonly string[], address?: string) =>
    (await rpc<{ hash: string }>('generateblock', [address ?? (await newAddress()), transactions])).hash;
  const send = (hex: string) => rpc<string>('sendrawtransaction', [hex, 0]);
  return {
    height: () => rpc<number>('getblockcount'),
    newAddress,
    mine,
    mineJust,
    send,
    pay: (address, amount) => rpc<string>('sendtoaddress', [address, coinsOf(amount), '', '', false, true]),
    async payOutputs(outputs) {
      const bare = unsignedTransaction([], outputs);
      // The last argument states that there is no witness, because a transaction without inputs could be parsed as one
      // with a witness.
      const funded = await rpc<{ hex: string }>('fundrawtransaction', [bare, { replaceable: true }, false]);
      return send(await sign(funded.hex));
    },
    bump: async (txid) => (await rpc<{ txid: string }>('bumpfee', [txid])).txid,
    async conflictWith(txid, address) {
      const { vin, vout } = await rpc<Decoded>('getrawtransaction', [txid, true]);
      const { scriptPubKey } = await rpc<{ scriptPubKey: string }>('getaddressinfo', [address ?? (await newAddress())]);
      const worth = vout.reduce((sum, { value }) => sum + units(value), 0n);
      return sign(unsignedTransaction(vin, [{ script: scriptPubKey, amount: worth - 100_000n }]));
    },
    async reorg(depth, blocks) {
      const height = await rpc<number>('getblockcount');
      await rpc('invalidateblock', [await rpc('getblockhash', [height - depth + 1])]);
      for (const transactions of blocks) await mineJust(transactions);
    },
    async payFromExtension(address, amount) {
      const coins = await rpc<{ txid: string; vout?: number }[]>('listunspent', [0]);
      const outside = coins.filter(({ vout }) => vout !== undefined).map(({ txid, vout }) => ({ txid, vout }));
      await rpc('lockunspent', [false, outside]);
      const txid = await rpc<string>('sendtoaddress', [address, coinsOf(amount)]);
      await rpc('lockunspent', [true, outside]);
      return txid;
    },
    async startExtensionBlocks() {
      await mine(431 - (await rpc<number>('getblockcount')));
      // The first extension block must not be empty, because the consensus rules do not allow for it.
      await rpc('sendtoaddress', [await newAddress('mweb'), coinsOf(100_000_000n)]);
      await mine();
    },
  };
}

interface Decoded {
  readonly vin: readonly { readonly txid: string; readonly vout: number }[];
  readonly vout: readonly { readonly value: number }[];
}

/** Smallest units as the decimal text that the node takes. */
function coinsOf(amount: bigint): string {
  return `${amount / 100_000_000n}.${(amount % 100_000_000n).toString().padStart(8, '0')}`;
}

/** Exact for a test wallet: eight decimals and a few thousand coins fit into a double. */
function units(value: number): bigint {
  return BigInt(Math.round(value * 1e8));
}

function flags(folder: string, port: number, password: string, options: LitecoindOptions): string[] {
  return [
    ...['-regtest', `-datadir=${folder}`, '-server', '-listen=0', '-printtoconsole=0', '-persistmempool=0'],
    ...['-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1', `-rpcport=${port}`],
    ...(options.cookie === true ? [] : ['-rpcuser=node', `-rpcpassword=${password}`]),
    // Litecoin disables replacement by default, unlike current Bitcoin nodes.
    ...['-mempoolreplacement=1', '-walletrbf=1', '-fallbackfee=0.0002', '-rpcworkqueue=256', '-rpcthreads=4'],
    `-txindex=${options.txindex === true ? 1 : 0}`,
    `-rest=${options.rest === true ? 1 : 0}`,
    // Extension blocks would start at 432, and an empty one is invalid, so they are disabled by default.
    ...(options.extensionBlocks === true ? [] : ['-vbparams=mweb:999999999999:999999999999']),
    ...(options.extraArguments ?? []),
  ];
}

async function started(program: LitecoindProgram, args: readonly string[], rpc: Rpc): Promise<ChildProcess> {
  const env = { ...process.env, ...program.environment };
  const child = spawn(program.path, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  adopt(child, '-regtest');
  count('chain');
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString('utf8')).slice(-2000);
  });
  // The node listens after a while, and then loads its blocks.
  const isReady = async () => {
    if (hasEnded(child)) throw new Error(`litecoind ended:\n${complaint}`);
    return rpc('getblockcount').then(
      () => true,
      () => false,
    );
  };
  await until(isReady, 'litecoind to answer', { everyMs: 20 });
  return child;
}

function caller(url: string, authorization: () => string): Rpc {
  return async <Result>(method: string, params: readonly unknown[] = []) => {
    const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params });
    const answer = (await postJson(url, body, { authorization: authorization() })) as {
      result: Result;
      error: { code: number; message: string } | null;
    };
    if (answer.error !== null) throw new Error(`${method}: ${answer.error.message} (${answer.error.code})`);
    return answer.result;
  };
}

function ended(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 10_000).unref();
  });
}
