// Reads a node's mempool: each chain transaction in it once, keeping those that pay watched addresses.
import { type MempoolTransaction, malformed } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { readTransaction } from '../blocks/read-transaction.ts';
import type { ScriptTable } from '../blocks/script-table.ts';
import type { UtxoParams } from '../params.ts';
import { callMany } from './node-calls.ts';
import { readBytes, readHash } from './raw.ts';

/**
 * Chain transactions asked for in one request, and in one scan: after a start, a full mempool is read in several scans.
 */
const batchSize = 50;
const mostInOneScan = 3_000;
/**
 * For so long, a chain transaction that paid no watched address is read again when more addresses are watched: one may
 * be its recipient.
 */
const recentMillis = 60_000;

/** What is known of the mempool for one watched set. */
interface Memory {
  /** By id, everything that was read and is still there; null for what pays no watched address. */
  readonly read: Map<string, MempoolTransaction | null>;
  /** The bytes of chain transactions that paid no watched address and were read a short while ago. */
  readonly recent: Map<string, { readonly bytes: Buffer; readonly readAt: number }>;
  watchedSize: number;
}

export class MempoolReader {
  readonly #rotation: EndpointRotation;
  readonly #params: UtxoParams;
  readonly #memories = new WeakMap<ScriptTable, Memory>();

  constructor(rotation: EndpointRotation, params: UtxoParams) {
    this.#rotation = rotation;
    this.#params = params;
  }

  /**
   * Everything there that pays a watched address, as far as it is read. Throws ChainFault, having kept what it read.
   */
  async read(watched: ScriptTable, signal: AbortSignal): Promise<readonly MempoolTransaction[]> {
    const ids = await this.#rotation.call('getrawmempool', [], signal);
    if (!Array.isArray(ids)) throw malformed('The list of the mempool is missing from an answer');
    const memory = this.#memoryOf(watched);
    deleteGone(memory, new Set(ids));
    this.#readRecentAgain(memory, watched);
    const unread = ids.filter((id) => !memory.read.has(id as string)).slice(0, mostInOneScan);
    const batches: Promise<void>[] = [];
    for (let at = 0; at < unread.length; at += batchSize)
      batches.push(this.#readBatch(memory, watched, unread.slice(at, at + batchSize), signal));
    const failed = (await Promise.allSettled(batches)).find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return [...memory.read.values()].filter((payment) => payment !== null);
  }

  #memoryOf(watched: ScriptTable): Memory {
    const known = this.#memories.get(watched);
    if (known !== undefined) return known;
    const memory: Memory = { read: new Map(), recent: new Map(), watchedSize: watched.size };
    this.#memories.set(watched, memory);
    return memory;
  }

  /** Somebody may pay an address between the moment it is shown and the moment it comes to be watched here. */
  #readRecentAgain(memory: Memory, watched: ScriptTable): void {
    const hasGrown = watched.size !== memory.watchedSize;
    memory.watchedSize = watched.size;
    for (const [id, { bytes, readAt }] of memory.recent) {
      const payment = hasGrown ? this.#paymentIn(id, bytes, watched) : null;
      if (payment !== null) memory.read.set(id, payment);
      if (payment !== null || performance.now() - readAt > recentMillis) memory.recent.delete(id);
    }
  }

  async #readBatch(memory: Memory, watched: ScriptTable, ids: readonly unknown[], signal: AbortSignal): Promise<void> {
    const wanted = ids.map((id) => readHash(id, 'id of a chain transaction'));
    const calls = wanted.map((id) => ({ method: 'getrawtransaction', params: [id, false] }));
    const answers = await callMany(this.#rotation, calls, signal);
    wanted.forEach((id, index) => {
      const answer = answers[index];
      // It was mined or dropped since; if not, the next list has it again.
      if (answer instanceof EndpointFault) return;
      const bytes = readBytes(answer, 'chain transaction');
      const payment = this.#paymentIn(id, bytes, watched);
      memory.read.set(id, payment);
      if (payment === null) memory.recent.set(id, { bytes, readAt: performance.now() });
    });
  }

  #paymentIn(id: string, bytes: Buffer, watched: ScriptTable): MempoolTransaction | null {
    const { spends, transfers } = readTransaction(bytes, id, watched, this.#params);
    return transfers.length === 0 ? null : { txHash: id, spends, transfers };
  }
}

function deleteGone({ read, recent }: Memory, there: ReadonlySet<unknown>): void {
  for (const id of read.keys()) {
    if (there.has(id)) continue;
    read.delete(id);
    recent.delete(id);
  }
}
