// Reads the answers of an Esplora server strictly (Blockstream's esplora, API.md).
import { ChainFault, malformed } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import type { JsonRpcClient } from '../../json-rpc.ts';
import type { HistoryEntry, LightServer, MerkleBranch, ShownTip } from '../light/light-server.ts';
import { readBytes, readFields, readHash, readWhole } from '../node/raw.ts';
import type { UtxoParams } from '../params.ts';
import { feeBlocks, feeRateIn } from '../transfer-fees.ts';
import type { EsploraMethod } from './esplora-client.ts';

/**
 * The greatest age of the tip and of an awaited script's status in milliseconds, because the server sends no
 * notifications.
 */
const pollMillis = 15_000;
/** For this long after a script was read, the tip is read as often, because a payment is awaited. */
const busyMillis = 60_000;
/** Mined chain transactions in one answer, and the most answers for one history. */
const pageLength = 25;
const mostPages = 40;

/** Throws a ChainFault that is not retryable if the first block is another chain's. */
export async function checkEsploraGenesis(client: JsonRpcClient, symbol: string, params: UtxoParams): Promise<void> {
  const genesis = readHash(await client.call('text', ['/block-height/0']), 'hash of block 0');
  if (genesis === params.genesis) return;
  const is = `${client.name} is on the chain that begins with ${genesis}`;
  throw new ChainFault(`${is}, but ${symbol} is ${params.title}`, false);
}

/** The mined history of a script, and the counts that show whether it is still current. */
interface MinedHistory {
  readonly stats: string;
  readonly floor: number;
  readonly entries: readonly HistoryEntry[];
}

export class EsploraServer implements LightServer {
  readonly rotation: EndpointRotation;
  /** Requests are independent: there is no connection to lose. */
  readonly session = 0;
  readonly mostSubscribed = 0;
  readonly statusMillis: number;
  readonly #now: () => number;
  #tip: { readonly hash: string; readonly tip: ShownTip; readonly askedAt: number } | null = null;
  #asked = 0;
  #busyUntil = 0;
  readonly #stats = new Map<string, string>();
  readonly #mined = new Map<string, MinedHistory>();

  constructor(
    rotation: EndpointRotation,
    { now, statusMillis = pollMillis }: { readonly now: () => number; readonly statusMillis?: number },
  ) {
    this.rotation = rotation;
    this.#now = now;
    this.statusMillis = statusMillis;
  }

  async tip(atMostMillis: number): Promise<ShownTip> {
    const known = this.#tip;
    const isBusy = this.#now() < this.#busyUntil;
    const atMost = isBusy ? Math.min(atMostMillis, this.statusMillis) : atMostMillis;
    if (known !== null && this.#now() - known.askedAt < atMost) return known.tip;
    const hash = readHash(await this.#get('text', '/blocks/tip/hash'), 'hash of the newest block');
    const tip = known?.hash === hash ? known.tip : await this.#tipOf(hash);
    this.#tip = { hash, tip, askedAt: this.#now() };
    return tip;
  }

  async headers(first: number, count: number, signal?: AbortSignal): Promise<Buffer> {
    const numbers = Array.from({ length: count }, (_, at) => first + at);
    const found = await Promise.all(numbers.map((number) => this.#headerAt(number, signal)));
    const end = found.indexOf(null);
    return Buffer.concat((end < 0 ? found : found.slice(0, end)) as Buffer[]);
  }

  /**
   * A status from counts and sums. An unconfirmed transaction may be replaced by a similar one, so the status is never
   * the same twice while there is one.
   */
  statuses(scripts: readonly string[], signal?: AbortSignal): Promise<readonly (string | null)[]> {
    if (scripts.length > 0) this.#busyUntil = this.#now() + busyMillis;
    return Promise.all(
      scripts.map(async (script) => {
        const answer = readFields(await this.#get('json', `/scripthash/${script}`, signal), 'state of a script');
        const mined = readFields(answer.chain_stats, 'state of a script');
        const waiting = readFields(answer.mempool_stats, 'state of a script');
        this.#stats.set(script, JSON.stringify(mined));
        const [inBlocks, outside] = [readWhole(mined.tx_count, 'count'), readWhole(waiting.tx_count, 'count')];
        if (inBlocks + outside === 0) return null;
        this.#asked += 1;
        // The same counts may belong to another block, but then the tip differs, and the history is read again.
        return `${JSON.stringify(mined)} ${outside === 0 ? '' : this.#asked} ${this.#tip?.hash}`;
      }),
    );
  }

  told(): undefined {
    return undefined;
  }

  /** If the counts of mined chain transactions and the tip are unchanged, only the unconfirmed ones are read. */
  async history(script: string, floor: number, signal?: AbortSignal): Promise<readonly HistoryEntry[]> {
    const stats = `${this.#stats.get(script)} ${this.#tip?.hash}`;
    const known = this.#mined.get(script);
    if (known !== undefined && known.stats === stats && known.floor <= floor)
      return [...known.entries, ...(await this.#page(`/scripthash/${script}/txs/mempool`, signal))];
    const first = await this.#page(`/scripthash/${script}/txs`, signal);
    const entries = first.filter(({ height }) => height !== null);
    for (let page = entries, pages = 1; page.length >= pageLength && pages < mostPages; pages += 1) {
      const last = page.at(-1) as HistoryEntry;
      if ((last.height ?? 0) < floor) break;
      page = await this.#page(`/scripthash/${script}/txs/chain/${last.txHash}`, signal);
      entries.push(...page);
    }
    this.#mined.set(script, { stats, floor, entries });
    return [...entries, ...first.filter(({ height }) => height === null)];
  }

  /** A script without a history has the shortest answer of all. */
  async glance(script: string, floor: number, signal?: AbortSignal): Promise<readonly HistoryEntry[]> {
    this.#mined.delete(script);
    return this.history(script, floor, signal);
  }

  async transaction(txHash: string, signal?: AbortSignal): Promise<Buffer | null> {
    const bytes = await this.#orNull(this.#get('bytes', `/tx/${txHash}/raw`, signal));
    if (bytes !== null && !Buffer.isBuffer(bytes)) throw malformed('No chain transaction in an answer');
    return bytes as Buffer | null;
  }

  async branchOf(txHash: string, number: number, signal?: AbortSignal): Promise<MerkleBranch> {
    const answer = readFields(await this.#get('json', `/tx/${txHash}/merkle-proof`, signal), 'branch');
    if (readWhole(answer.block_height, 'height of a block') !== number)
      throw malformed(`Chain transaction ${txHash} is reported in another block than before`);
    return { position: readWhole(answer.pos, 'place in a block'), hashes: readHashes(answer.merkle) };
  }

  async coinbaseOf(
    { number, hash }: { readonly number: number; readonly hash: string },
    signal?: AbortSignal,
  ): Promise<{ readonly txHash: string; readonly branch: MerkleBranch }> {
    const answer = await this.#get('text', `/block/${hash}/txid/0`, signal);
    const txHash = readHash(answer, 'first chain transaction of a block');
    return { txHash, branch: await this.branchOf(txHash, number, signal) };
  }

  async entryOf(txHash: string): Promise<HistoryEntry | null> {
    const status = await this.#orNull(this.#get('json', `/tx/${txHash}/status`));
    return status === null ? null : { txHash, height: readHeight(status) };
  }

  async spenderOf(outpoint: string): Promise<HistoryEntry | null> {
    const [parent = '', output = ''] = outpoint.split(':');
    const answer = await this.#orNull(this.#get('json', `/tx/${parent}/outspend/${output}`));
    if (answer === null) return null;
    const { spent, txid, status } = readFields(answer, 'state of an output');
    if (spent !== true) return null;
    return { txHash: readHash(txid, 'id of a chain transaction'), height: readHeight(status) };
  }

  /** Uses /fee-estimates: smallest units for a virtual byte, by the number of blocks until it is mined. */
  async feeRate(): Promise<bigint | null> {
    const told = await this.#orNull(this.#get('json', '/fee-estimates'));
    return told === null ? null : feeRateIn(readFields(told, 'estimates of fees')[String(feeBlocks)], 1_000);
  }

  /** The API does not report it. */
  async relayRate(): Promise<bigint | null> {
    return null;
  }

  async #tipOf(hash: string): Promise<ShownTip> {
    const { height } = readFields(await this.#get('json', `/block/${hash}`), 'newest block');
    return { number: readWhole(height, 'height'), bytes: await this.#header(hash) };
  }

  async #headerAt(number: number, signal?: AbortSignal): Promise<Buffer | null> {
    const hash = await this.#orNull(this.#get('text', `/block-height/${number}`, signal));
    return hash === null ? null : this.#header(readHash(hash, 'hash of a block'), signal);
  }

  async #header(hash: string, signal?: AbortSignal): Promise<Buffer> {
    return readBytes(await this.#get('text', `/block/${hash}/header`, signal), 'header of a block');
  }

  async #page(path: string, signal?: AbortSignal): Promise<HistoryEntry[]> {
    const answer = await this.#get('json', path, signal);
    if (!Array.isArray(answer)) throw malformed('No history in an answer');
    return answer.map((one) => {
      const { txid, status } = readFields(one, 'chain transaction of a history');
      return { txHash: readHash(txid, 'id of a chain transaction'), height: readHeight(status) };
    });
  }

  #get(method: EsploraMethod, path: string, signal?: AbortSignal): Promise<unknown> {
    return this.rotation.call(method, [path], signal);
  }

  async #orNull(answer: Promise<unknown>): Promise<unknown> {
    try {
      return await answer;
    } catch (fault) {
      if (fault instanceof EndpointFault && fault.failure === 'refused' && fault.code === 404) return null;
      throw fault;
    }
  }
}

/** Null for an unconfirmed transaction. */
function readHeight(value: unknown): number | null {
  const { confirmed, block_height: height } = readFields(value, 'state of a chain transaction');
  return confirmed === true ? readWhole(height, 'height of a block') : null;
}

/** Hashes are shown in reverse byte order. */
function readHashes(value: unknown): Buffer[] {
  if (!Array.isArray(value) || value.length > 32) throw malformed('No branch in an answer');
  return value.map((hash) => Buffer.from(readHash(hash, 'hash of a branch'), 'hex').reverse());
}
