// A stand-in for a TRON node: java-tron's two APIs over a synthetic chain that anvil executes. Its test compares it
// with published data.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { concatHex, encodeDeployData, type Hex, keccak256, numberToHex, pad } from 'viem';
import type { Json } from '../client.ts';
import { type Anvil, startAnvil } from '../evm/anvil.ts';
import { type ContractName, contract } from '../evm/contracts.ts';
import { rpcAnswer } from './json-rpc-api.ts';
import { Ledger, type TronBlock, type VotedParameters } from './ledger.ts';
import type { Representatives } from './representatives.ts';
import { honestMood, type TronMood } from './tron-mood.ts';
import { asPeopleWriteThem } from './visible.ts';
import { walletAnswer } from './wallet-api.ts';

export interface TronNodeOptions {
  /** Nile's by default. */
  readonly chainId?: number;
  /** Blocks between the head and the newest solidified one. 18 by default, as with 27 representatives. */
  readonly solidAfter?: number;
  /** If set, every request must contain it in TRON-PRO-API-KEY. */
  readonly apiKey?: string;
}

export interface TronNode {
  readonly url: string;
  readonly chainId: number;
  readonly anvil: Anvil;
  readonly mood: TronMood;
  /** The signers of its blocks. A test may change them at any time. */
  readonly representatives: Representatives;
  /** The number of requests for a path or a JSON-RPC method. */
  asked(what: string): number;
  mine(blocks?: number): Promise<void>;
  height(): number;
  block(number: number): TronBlock;
  /** A transaction in its signed form, whether it is pending, in a block, or was in one. */
  transaction(txId: string): Json;
  /** Forces the outcome of a pending transaction: it is mined with it, without execution. */
  order(txId: string, outcome: string): void;
  /**
   * Adds bytes that no definition names to a pending transaction. Its block's root includes them, but no response shows
   * them.
   */
  hideWithin(txId: string, bytes: Buffer): void;
  /** Changes voted parameters for all later blocks. */
  vote(parameters: Partial<VotedParameters>): void;
  /** Replaces the last blocks by a longer branch with these transactions, one list for each block. */
  fork(depth: number, branch: readonly (readonly string[])[]): Promise<void>;
  /** Places a test contract at this address (canonical), as if it had always been there, and mines a block. */
  placeToken(name: ContractName, at: Hex, args: readonly unknown[]): Promise<void>;
  /** Sets the token balance of an address (canonical). A fork reverts it unless blocks were mined since. */
  grant(token: Hex, holder: Hex, units: bigint): Promise<void>;
  grantTrx(holder: Hex, sun: bigint): Promise<void>;
  /** Opens another endpoint of the same chain with a separate mood. It ends with the node. */
  beside(): Promise<{ readonly url: string; readonly mood: TronMood; asked(what: string): number }>;
  stop(): Promise<void>;
}

/** One sun is one wei here, and energy costs only the part that a fee limit permits. */
export async function startTronNode(options: TronNodeOptions = {}): Promise<TronNode> {
  const anvil = await startAnvil({ chainId: options.chainId ?? 0xcd8690dc, extraArguments: freeOfCharge });
  const mood = honestMood();
  await anvil.mine(3);
  const node = new StandIn(anvil, new Ledger(anvil, 3), options);
  const doors: Server[] = [];
  const open = async (one: TronMood, heard: Map<string, number>) => {
    const server = createServer((request, response) => {
      node.serve(request, response, one, heard).catch((error: unknown) => response.destroy(error as Error));
    });
    doors.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const heard = new Map<string, number>();
  const url = await open(mood, heard);
  return {
    url,
    chainId: anvil.chainId,
    anvil,
    mood,
    representatives: node.ledger.representatives,
    asked: (what) => heard.get(what) ?? 0,
    mine: (blocks = 1) => node.alone(async (ledger) => repeat(blocks, () => ledger.mine())),
    height: () => node.ledger.blocks.length - 1,
    block: (number) => node.ledger.blocks[number] as TronBlock,
    transaction: (txId) => node.transaction(txId),
    order: (txId, outcome) => void node.ledger.ordered.set(txId, outcome),
    hideWithin: (txId, bytes) => void node.ledger.hidden.set(txId, bytes),
    vote: (parameters) => void Object.assign(node.ledger, { parameters: { ...node.ledger.parameters, ...parameters } }),
    fork: (depth, branch) =>
      node.alone((ledger) =>
        ledger.fork(
          depth,
          branch.map((ids) => ids.map((id) => node.transaction(id))),
        ),
      ),
    placeToken: (name, at, args) => node.alone((ledger) => placeToken(anvil, ledger, { name, at, args })),
    grant: (token, holder, units) =>
      anvil.rpc('anvil_setStorageAt', [token, balanceSlot(holder), numberToHex(units, { size: 32 })]),
    grantTrx: (holder, sun) => anvil.setBalance(holder, sun),
    async beside() {
      const [own, told] = [honestMood(), new Map<string, number>()];
      return { url: await open(own, told), mood: own, asked: (what) => told.get(what) ?? 0 };
    },
    async stop() {
      for (const server of doors) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
      await anvil.stop();
    },
  };
}

const freeOfCharge = ['--block-base-fee-per-gas', '0', '--disable-min-priority-fee', '--auto-impersonate'];

class StandIn {
  readonly ledger: Ledger;
  readonly #anvil: Anvil;
  readonly #options: TronNodeOptions;
  /** Blocks are made one at a time, so that no caller sees an incomplete branch. */
  #making: Promise<void> = Promise.resolve();

  constructor(anvil: Anvil, ledger: Ledger, options: TronNodeOptions) {
    this.#anvil = anvil;
    this.ledger = ledger;
    this.#options = options;
  }

  alone(act: (ledger: Ledger) => Promise<void>): Promise<void> {
    const made = this.#making.then(() => act(this.ledger));
    this.#making = made.catch(() => {});
    return made;
  }

  transaction(txId: string): Json {
    return this.ledger.signed.get(txId) ?? this.ledger.pending.get(txId);
  }

  async serve(
    request: IncomingMessage,
    response: ServerResponse,
    mood: TronMood,
    heard: Map<string, number>,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    if (mood.breaksOff) return void response.socket?.resetAndDestroy();
    const { pathname } = new URL(request.url ?? '/', 'http://stand-in');
    const question = text === '' ? {} : JSON.parse(text);
    for (const one of [question].flat()) {
      const what = pathname === '/jsonrpc' ? String(one.method) : pathname;
      heard.set(what, (heard.get(what) ?? 0) + 1);
    }
    if (mood.suspendedUntil > performance.now()) heard.set('while suspended', (heard.get('while suspended') ?? 0) + 1);
    const { status, body } = await this.#answer(pathname, question, request, mood);
    const shown = mood.visible ? asPeopleWriteThem(body) : body;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(shown));
  }

  async #answer(
    path: string,
    body: Json,
    { headers }: IncomingMessage,
    mood: TronMood,
  ): Promise<{ status: number; body: unknown }> {
    const { apiKey } = this.#options;
    if (apiKey !== undefined && headers['tron-pro-api-key'] !== apiKey)
      return { status: 401, body: { Error: 'ApiKey not exists' } };
    if (mood.suspended > 0) {
      mood.suspended -= 1;
      const why = 'The key exceeds the frequency limit(15), and the query server is suspended for 1s';
      return { status: 403, body: { Error: why } };
    }
    const left = mood.suspendedUntil - performance.now();
    if (left > 0) {
      const seconds = Math.ceil(left / 1000);
      const why = `The key exceeds the frequency limit(15), and the query server is suspended for ${seconds}s`;
      return { status: 429, body: { Error: why } };
    }
    await this.#making;
    const isOff = (path === '/jsonrpc' && !mood.jsonRpc) || (path.startsWith('/walletsolidity') && !mood.solidityApi);
    const ask = () => (path === '/jsonrpc' ? this.#rpc(body, mood) : this.#wallet(path, body, mood));
    const answer = isOff ? null : await ask();
    return answer === null ? { status: 404, body: {} } : { status: 200, body: answer };
  }

  async #rpc(body: Json, mood: TronMood): Promise<unknown> {
    if (Array.isArray(body)) return Promise.all(body.map((one) => this.#rpc(one, mood)));
    if (body.method === 'eth_call') {
      const call = this.#anvil.rpc('eth_call', body.params);
      const refused = { error: { code: -32_000, message: 'REVERT opcode executed', data: '{}' } };
      const answer = await call.then(
        (result) => ({ result }),
        () => refused,
      );
      return { jsonrpc: '2.0', id: body.id, ...answer };
    }
    // A real node returns code only for the newest block (java-tron, JSON-RPC API).
    if (body.method === 'eth_getCode' && body.params[1] === 'latest')
      return { jsonrpc: '2.0', id: body.id, result: await this.#anvil.rpc('eth_getCode', body.params) };
    const { logs, finalizedTag, stranger } = mood;
    const chainId = stranger ? 1 : this.#anvil.chainId;
    const energyFee = this.ledger.parameters.getEnergyFee;
    return rpcAnswer(body, { ...this.#chain(mood), chainId, energyFee, logs, finalizedTag });
  }

  #wallet(path: string, body: Json, mood: TronMood): Promise<unknown> {
    const { results, oldest, transactions, elected } = mood;
    const balanceOf = async (address: string) =>
      BigInt(await this.#anvil.rpc<Hex>('eth_getBalance', [`0x${address.slice(2)}`, 'latest']));
    const view = { ledger: this.ledger, results, transactions, elected, oldest, balanceOf };
    return walletAnswer(path, body, { ...this.#chain(mood), ...view });
  }

  #chain(mood: TronMood): { shown: readonly TronBlock[]; solidified: TronBlock } {
    const { blocks } = this.ledger;
    const shown = blocks.slice(0, Math.max(1, blocks.length - mood.lag));
    const solid = Math.min(mood.solidUpTo, shown.length - 1 - (this.#options.solidAfter ?? 18));
    return { shown, solidified: shown[Math.max(0, solid)] as TronBlock };
  }
}

async function repeat(times: number, act: () => Promise<void>): Promise<void> {
  for (let time = 0; time < times; time += 1) await act();
}

/** Deploys the contract outside the ledger, and copies its code and first storage slots: name, symbol and supply. */
async function placeToken(
  anvil: Anvil,
  ledger: Ledger,
  { name, at, args }: { readonly name: ContractName; readonly at: Hex; readonly args: readonly unknown[] },
): Promise<void> {
  const from = anvil.accounts[0]?.address;
  const data = encodeDeployData({ ...contract(name), args });
  const creation = { from, data, gas: numberToHex(3_000_000), gasPrice: '0x0' };
  const hash = await anvil.rpc<Hex>('eth_sendTransaction', [creation]);
  await anvil.mine();
  const { contractAddress: made } = await anvil.rpc<Json>('eth_getTransactionReceipt', [hash]);
  const code = await anvil.rpc('eth_getCode', [made, 'latest']);
  const places = [0, 1, 2].map((slot) => numberToHex(slot, { size: 32 }));
  const words = await Promise.all(places.map((place) => anvil.rpc('eth_getStorageAt', [made, place, 'latest'])));
  // The block just mined is not part of the ledger. Later changes must be in a block, or the next rollback reverts
  // them.
  await anvil.rpc('anvil_rollback', [(await anvil.blockNumber()) - (ledger.blocks.length - 1)]);
  await anvil.rpc('anvil_setCode', [at, code]);
  for (const [slot, place] of places.entries()) await anvil.rpc('anvil_setStorageAt', [at, place, words[slot]]);
  await ledger.mine([]);
}

/** The storage slot of a balance in the test tokens: the mapping in slot 3. */
function balanceSlot(holder: Hex): Hex {
  return keccak256(concatHex([pad(holder), numberToHex(3, { size: 32 })]));
}
