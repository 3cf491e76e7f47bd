// A script index on top of litecoind, as Electrum and Esplora servers have: the transactions that touch each script.
import { createHash } from 'node:crypto';
import type { Litecoind } from '../utxo/litecoind.ts';
import { type IndexedBlock, IndexedBlocks } from './indexed-blocks.ts';

export interface Touch {
  readonly txid: string;
  /** 0 for an unmined transaction with only mined inputs, -1 for one with an unmined input. */
  readonly height: number;
}

/** The data of a server, as of the last refresh. */
export interface ScriptIndex {
  /** Reads new data from the node. */
  refresh(): Promise<void>;
  readonly height: number;
  /** In hex; null if the block does not exist. */
  headerAt(height: number): string | null;
  hashAt(height: number): string | null;
  heightOfBlock(hash: string): number | null;
  /** Ids in the block's order; null if the block does not exist. */
  transactionsAt(height: number): readonly string[] | null;
  /** Mined ones in the chain's order, then unmined ones. */
  historyOf(script: string): readonly Touch[];
  /** In hex. */
  rawOf(txid: string): string | null;
  /** Null for an unknown id. */
  placeOf(txid: string): Touch | null;
  spenderOf(txid: string, output: number): Touch | null;
  /** The sibling hashes on its path to the root, in display order and from the leaf up, and its position. */
  branchOf(txid: string, height: number): { readonly branch: readonly string[]; readonly position: number } | null;
}

interface Known {
  readonly hex: string;
  readonly scripts: readonly string[];
  /** Each as '<txid>:<n>'. */
  readonly spends: readonly string[];
}

interface Decoded {
  readonly txid: string;
  readonly hex: string;
  readonly vin: readonly { readonly txid?: string; readonly vout?: number }[];
  readonly vout: readonly { readonly scriptPubKey: { readonly hex: string } }[];
}

/** Reads the whole chain at first, and only new data after that. */
export async function indexLitecoind(node: Litecoind): Promise<ScriptIndex> {
  const index = new LitecoindIndex(node);
  await index.refresh();
  return index;
}

class LitecoindIndex extends IndexedBlocks implements ScriptIndex {
  readonly #node: Litecoind;
  #waiting = new Set<string>();
  readonly #known = new Map<string, Known>();
  readonly #heights = new Map<string, number>();
  /** All transactions that ever touched a script, by script. */
  readonly #touched = new Map<string, Set<string>>();
  readonly #spenders = new Map<string, Set<string>>();
  #refreshing: Promise<void> | null = null;

  constructor(node: Litecoind) {
    super();
    this.#node = node;
  }

  /** Runs one refresh at a time. Concurrent callers wait for a refresh that starts after their call. */
  async refresh(): Promise<void> {
    await this.#refreshing;
    this.#refreshing ??= this.#read().finally(() => {
      this.#refreshing = null;
    });
    await this.#refreshing;
  }

  historyOf(script: string): readonly Touch[] {
    const touches = [...(this.#touched.get(script) ?? [])].flatMap((txid) => this.placeOf(txid) ?? []);
    const order = ({ txid, height }: Touch) => (this.blocks[height]?.txids ?? []).indexOf(txid);
    const mined = touches.filter(({ height }) => height > 0);
    const waiting = touches.filter(({ height }) => height <= 0);
    mined.sort((one, other) => one.height - other.height || order(one) - order(other));
    return [...mined, ...waiting.sort((a, b) => b.height - a.height || (a.txid < b.txid ? -1 : 1))];
  }

  rawOf(txid: string): string | null {
    return this.placeOf(txid) === null ? null : (this.#known.get(txid)?.hex ?? null);
  }

  placeOf(txid: string): Touch | null {
    const height = this.#heights.get(txid);
    if (height !== undefined) return { txid, height };
    if (!this.#waiting.has(txid)) return null;
    const waits = this.#known.get(txid)?.spends.some((outpoint) => this.#waiting.has(outpoint.split(':')[0] ?? ''));
    return { txid, height: waits === true ? -1 : 0 };
  }

  spenderOf(txid: string, output: number): Touch | null {
    const spenders = [...(this.#spenders.get(`${txid}:${output}`) ?? [])].flatMap((one) => this.placeOf(one) ?? []);
    return spenders.find(({ height }) => height > 0) ?? spenders[0] ?? null;
  }

  async #read(): Promise<void> {
    const best = await this.#node.rpc<string>('getbestblockhash');
    if (best !== this.blocks.at(-1)?.hash) await this.#readBlocks();
    const waiting = await this.#node.rpc<string[]>('getrawmempool');
    for (const txid of waiting) {
      if (this.#known.has(txid)) continue;
      // It may be mined or gone by now, which the next refresh shows.
      const decoded = await this.#node.rpc<Decoded>('getrawtransaction', [txid, true]).catch(() => null);
      if (decoded !== null) this.#learn(decoded);
    }
    this.#waiting = new Set(waiting.filter((txid) => this.#known.has(txid) && !this.#heights.has(txid)));
  }

  async #readBlocks(): Promise<void> {
    const height = await this.#node.rpc<number>('getblockcount');
    let fork = Math.min(height, this.height);
    for (; fork >= 0; fork -= 1)
      if ((await this.#node.rpc<string>('getblockhash', [fork])) === this.hashAt(fork)) break;
    for (const { txids } of this.blocks.slice(fork + 1)) for (const txid of txids) this.#heights.delete(txid);
    this.blocks = this.blocks.slice(0, fork + 1);
    const numbers = Array.from({ length: height - fork }, (_, at) => fork + 1 + at);
    for (let at = 0; at < numbers.length; at += 16) {
      const read = await Promise.all(numbers.slice(at, at + 16).map((number) => this.#readBlock(number)));
      for (const { block, transactions } of read) {
        this.blocks.push(block);
        for (const decoded of transactions) {
          this.#learn(decoded);
          this.#heights.set(decoded.txid, this.blocks.length - 1);
        }
      }
    }
  }

  async #readBlock(number: number): Promise<{ block: IndexedBlock; transactions: readonly Decoded[] }> {
    const hash = await this.#node.rpc<string>('getblockhash', [number]);
    const [header, { tx }] = await Promise.all([
      this.#node.rpc<string>('getblockheader', [hash, false]),
      this.#node.rpc<{ tx: Decoded[] }>('getblock', [hash, 2]),
    ]);
    return { block: { hash, header, txids: tx.map(({ txid }) => txid) }, transactions: tx };
  }

  #learn({ txid, hex, vin, vout }: Decoded): void {
    if (this.#known.has(txid)) return;
    const scripts = vout.map(({ scriptPubKey }) => nameOf(scriptPubKey.hex));
    const spends = vin.flatMap((one) => (one.txid === undefined ? [] : [`${one.txid}:${one.vout}`]));
    this.#known.set(txid, { hex, scripts, spends });
    for (const outpoint of spends) add(this.#spenders, outpoint, txid);
    const spent = spends.flatMap((outpoint) => {
      const [parent = '', output] = outpoint.split(':');
      return this.#known.get(parent)?.scripts[Number(output)] ?? [];
    });
    for (const script of [...scripts, ...spent]) add(this.#touched, script, txid);
  }
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const values = map.get(key) ?? new Set();
  values.add(value);
  map.set(key, values);
}

/** The name of a script in both protocols: its SHA-256 with the bytes in reverse order. */
export function nameOf(scriptHex: string): string {
  return createHash('sha256').update(Buffer.from(scriptHex, 'hex')).digest().reverse().toString('hex');
}
