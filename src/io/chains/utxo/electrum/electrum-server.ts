// Reads the answers of an Electrum server strictly (protocol 1.4, electrum-protocol.readthedocs.io).
import { ChainFault, malformed } from '../../chain.ts';
import { EndpointFault, unlessRefused } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { JsonRpcClient } from '../../json-rpc.ts';
import { doubleHash, shown } from '../blocks/hashes.ts';
import { headerLength } from '../blocks/read-header.ts';
import type { HistoryEntry, LightServer, MerkleBranch, ShownTip } from '../light/light-server.ts';
import { readRaw, scriptsWithAddress } from '../light/proofs/raw-transaction.ts';
import { nameOfScript } from '../light/watched-scripts.ts';
import { readBytes, readFields, readHash, readWhole } from '../node/raw.ts';
import type { UtxoParams } from '../params.ts';
import { feeBlocks, feeRateIn } from '../transfer-fees.ts';
import type { ElectrumClient } from './electrum-client.ts';

/** The number of subscriptions that public servers accept without closing the connection. */
const mostSubscribed = 10_000;
/** How often the status of an awaited script is read again, because a notification may be lost. */
const statusMillis = 600_000;
/** The most chain transactions that are searched for the spender of an output, the newest first. */
const mostLookedAt = 100;
/** The number of output histories that are searched for the block of a chain transaction. */
const mostHistories = 4;

/** Throws a ChainFault that is not retryable if the first block is another chain's. */
export async function checkElectrumGenesis(client: JsonRpcClient, symbol: string, params: UtxoParams): Promise<void> {
  const header = readBytes(await client.call('blockchain.block.header', [0]), 'header of block 0');
  const genesis = shown(doubleHash(header.subarray(0, headerLength)));
  if (genesis === params.genesis) return;
  const is = `${client.name} is on the chain that begins with ${genesis}`;
  throw new ChainFault(`${is}, but ${symbol} is ${params.title}`, false);
}

export class ElectrumServer implements LightServer {
  readonly rotation: EndpointRotation;
  readonly mostSubscribed = mostSubscribed;
  readonly statusMillis: number;
  readonly #client: ElectrumClient;
  readonly #params: UtxoParams;
  readonly #now: () => number;
  #tip: { readonly tip: ShownTip; readonly receivedAt: number; readonly session: number } | null = null;
  /** By script, in this session. */
  readonly #statuses = new Map<string, string | null>();
  #statusSession = 0;

  constructor(
    client: ElectrumClient,
    rotation: EndpointRotation,
    params: UtxoParams,
    { now, statusMillis: millis = statusMillis }: { readonly now: () => number; readonly statusMillis?: number },
  ) {
    this.#client = client;
    this.rotation = rotation;
    this.#params = params;
    this.#now = now;
    this.statusMillis = millis;
    client.listen((method, told) => this.#told(method, told));
  }

  get session(): number {
    return this.#client.session;
  }

  /** Asking again also proves that the connection still works. */
  async tip(atMostMillis: number): Promise<ShownTip> {
    const known = this.#tip;
    if (known !== null && known.session === this.session && this.#now() - known.receivedAt < atMostMillis)
      return known.tip;
    const tip = readTip(await this.rotation.call('blockchain.headers.subscribe', []));
    this.#tip = { tip, receivedAt: this.#now(), session: this.session };
    return tip;
  }

  async headers(first: number, count: number, signal?: AbortSignal): Promise<Buffer> {
    const answer = await this.rotation.call('blockchain.block.headers', [first, count], signal);
    const { hex } = readFields(answer, 'headers');
    return hex === '' ? Buffer.alloc(0) : readBytes(hex, 'headers');
  }

  async statuses(scripts: readonly string[], signal?: AbortSignal): Promise<readonly (string | null)[]> {
    const calls = scripts.map((script) => ({ method: 'blockchain.scripthash.subscribe', params: [script] }));
    const answers = await this.rotation.batch(calls, signal);
    this.#forgetOlder();
    return answers.map((answer, at) => {
      const status = readStatus(answer);
      this.#statuses.set(scripts[at] as string, status);
      return status;
    });
  }

  told(script: string): string | null | undefined {
    this.#forgetOlder();
    return this.#statuses.get(script);
  }

  /** Always complete. */
  async history(script: string, _floor: number, signal?: AbortSignal): Promise<readonly HistoryEntry[]> {
    return readHistory(await this.rotation.call('blockchain.scripthash.get_history', [script], signal));
  }

  glance(script: string, floor: number, signal?: AbortSignal): Promise<readonly HistoryEntry[]> {
    return this.history(script, floor, signal);
  }

  async transaction(txHash: string, signal?: AbortSignal): Promise<Buffer | null> {
    try {
      return readBytes(await this.rotation.call('blockchain.transaction.get', [txHash], signal), 'chain transaction');
    } catch (fault) {
      if (isUnknown(fault)) return null;
      throw fault;
    }
  }

  async branchOf(txHash: string, number: number, signal?: AbortSignal): Promise<MerkleBranch> {
    const answer = await this.rotation.call('blockchain.transaction.get_merkle', [txHash, number], signal);
    const { merkle, pos } = readFields(answer, 'branch');
    return { position: readWhole(pos, 'place in a block'), hashes: readHashes(merkle) };
  }

  async coinbaseOf(
    { number }: { readonly number: number },
    signal?: AbortSignal,
  ): Promise<{ readonly txHash: string; readonly branch: MerkleBranch }> {
    const answer = await this.rotation.call('blockchain.transaction.id_from_pos', [number, 0, true], signal);
    const { tx_hash: txHash, merkle } = readFields(answer, 'first chain transaction of a block');
    return {
      txHash: readHash(txHash, 'id of a chain transaction'),
      branch: { position: 0, hashes: readHashes(merkle) },
    };
  }

  /** Searches the history of one of its outputs, because the protocol has no other way. */
  async entryOf(txHash: string, bytes: Buffer, scripts: readonly string[]): Promise<HistoryEntry | null> {
    const paid = scriptsWithAddress(readRaw(bytes, txHash, this.#params).outputs).map(nameOfScript);
    let refusal: unknown = null;
    for (const script of [...scripts, ...paid].slice(0, mostHistories)) {
      try {
        const history = await this.history(script, 0);
        return history.find((entry) => entry.txHash === txHash) ?? null;
      } catch (fault) {
        // Many servers refuse the long history of a busy address; another output may have a shorter one.
        if (!(fault instanceof EndpointFault) || fault.failure !== 'refused') throw fault;
        refusal = fault;
      }
    }
    if (refusal !== null) throw refusal;
    return null;
  }

  /** Searches the history of the output's script, which contains its spender. */
  async spenderOf(outpoint: string): Promise<HistoryEntry | null> {
    const [parent = '', output = ''] = outpoint.split(':');
    const bytes = await this.transaction(parent);
    const script = bytes === null ? undefined : readRaw(bytes, parent, this.#params).outputs[Number(output)];
    if (script === undefined) return null;
    const history = await this.history(nameOfScript(script), 0);
    const newest = history.filter(({ txHash }) => txHash !== parent).slice(-mostLookedAt);
    for (const entry of newest.reverse()) {
      const other = await this.transaction(entry.txHash);
      if (other !== null && readRaw(other, entry.txHash, this.#params).spends.includes(outpoint)) return entry;
    }
    return null;
  }

  /** Uses blockchain.estimatefee, in coins for a thousand bytes; -1 if the server's node has no estimate. */
  async feeRate(): Promise<bigint | null> {
    return feeRateIn(await unlessRefused(this.rotation.call('blockchain.estimatefee', [feeBlocks])), 1e8);
  }

  /** Uses blockchain.relayfee, in coins for a thousand bytes. */
  async relayRate(): Promise<bigint | null> {
    return feeRateIn(await unlessRefused(this.rotation.call('blockchain.relayfee', [])), 1e8);
  }

  /** Ignores a malformed notification: the next request goes to the same server. */
  #told(method: string, params: readonly unknown[]): void {
    try {
      if (method === 'blockchain.headers.subscribe')
        this.#tip = { tip: readTip(params[0]), receivedAt: this.#now(), session: this.session };
      if (method !== 'blockchain.scripthash.subscribe') return;
      this.#forgetOlder();
      const script = String(params[0]);
      if (this.#statuses.has(script)) this.#statuses.set(script, readStatus(params[1]));
    } catch (fault) {
      if (!(fault instanceof ChainFault)) throw fault;
      this.#tip = null;
    }
  }

  #forgetOlder(): void {
    if (this.#statusSession !== this.session) this.#statuses.clear();
    this.#statusSession = this.session;
  }
}

function readTip(answer: unknown): ShownTip {
  const { height, hex } = readFields(answer, 'newest header');
  const bytes = readBytes(hex, 'newest header');
  if (bytes.length < headerLength) throw malformed('The newest header is cut off');
  return { number: readWhole(height, 'height'), bytes };
}

function readStatus(answer: unknown): string | null {
  return answer === null ? null : readHash(answer, 'status of a script');
}

/** Heights of 0 and -1 belong to chain transactions in the mempool. */
function readHistory(answer: unknown): HistoryEntry[] {
  if (!Array.isArray(answer)) throw malformed('No history in an answer');
  return answer.map((one) => {
    const { tx_hash: txHash, height } = readFields(one, 'chain transaction of a history');
    const number = readWhole(height, 'height of a chain transaction');
    return { txHash: readHash(txHash, 'id of a chain transaction'), height: number > 0 ? number : null };
  });
}

/** Hashes are shown in reverse byte order. */
function readHashes(value: unknown): Buffer[] {
  if (!Array.isArray(value) || value.length > 32) throw malformed('No branch in an answer');
  return value.map((hash) => Buffer.from(readHash(hash, 'hash of a branch'), 'hex').reverse());
}

/** Servers pass on their node's message, with different wordings. */
function isUnknown(fault: unknown): boolean {
  if (!(fault instanceof EndpointFault) || fault.failure !== 'refused') return false;
  return /no such|not found|unknown tx|missing transaction/i.test(fault.message);
}
