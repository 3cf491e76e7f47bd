// Reads each chain transaction of a node's mempool once, new ones before the ones that were there at the start.
import { type MempoolTransaction, malformed } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { readTransaction } from '../blocks/read-transaction.ts';
import type { ScriptTable } from '../blocks/script-table.ts';
import { callMany } from '../node/node-calls.ts';
import { readBytes, readFields, readHash } from '../node/raw.ts';
import type { UtxoParams } from '../params.ts';
import { emptyMemory, type Memory, remember, sortOut } from './mempool-memory.ts';
import { withAncestry } from './read-ancestry.ts';

export interface MempoolLimits {
  /** The most new chain transactions of a list that are read at once; a longer list is read in parts. */
  readonly atOnce: number;
  /** The most bytes of the backlog that one call reads. */
  readonly backlogBytes: number;
}

/** About ten chain transactions a second enter Bitcoin's mempool; 30,000 of them are about 15 MB. */
const usualLimits: MempoolLimits = { atOnce: 3_000, backlogBytes: 2 * 1024 * 1024 };
/** Chain transactions in one request. */
const batchSize = 50;
/**
 * For how many milliseconds an unchanged summary is trusted. Chain transactions may have been exchanged for others of
 * the same number, size and fees.
 */
const sameMillis = 30_000;

export class MempoolReader {
  readonly #rotation: EndpointRotation;
  readonly #params: UtxoParams;
  readonly #limits: MempoolLimits;
  readonly #memories = new WeakMap<ScriptTable, Memory>();

  constructor(rotation: EndpointRotation, params: UtxoParams, limits: MempoolLimits = usualLimits) {
    this.#rotation = rotation;
    this.#params = params;
    this.#limits = limits;
  }

  /**
   * The chain transactions known to pay a watched address. Reads the node's summary first, and its list only if the
   * summary changed. Reads unread chain transactions in this order: awaited ones, new ones since the last list, and
   * then a part of the backlog in the node's order (by fee rate, the ones without ancestors first). A new payment is
   * therefore seen at once while thousands of old ones are unread. Throws ChainFault; chain transactions already read
   * are kept.
   */
  async read(
    watched: ScriptTable,
    signal: AbortSignal,
    awaited: readonly string[] = [],
  ): Promise<readonly MempoolTransaction[]> {
    const memory = this.#memoryOf(watched);
    this.#readRecentAgain(memory, watched);
    const state = fingerprint(await this.#rotation.call('getmempoolinfo', [], signal));
    const isSame = state !== null && state === memory.state && performance.now() - memory.listedAt < sameMillis;
    if (!isSame) {
      memory.state = null;
      const ids = await this.#rotation.call('getrawmempool', [], signal);
      if (!Array.isArray(ids)) throw malformed('The list of the mempool is missing from an answer');
      sortOut(memory, ids, this.#limits.atOnce);
    }
    const first = awaited.filter((id) => memory.backlog.has(id));
    await this.#readAll(memory, watched, [...first, ...memory.news], signal);
    memory.news = [];
    await this.#readBacklog(memory, watched, signal);
    await this.#addAncestry(memory, watched, signal);
    if (!isSame) {
      memory.state = state;
      memory.listedAt = performance.now();
    }
    return [...memory.payments.values()];
  }

  #memoryOf(watched: ScriptTable): Memory {
    const known = this.#memories.get(watched);
    if (known !== undefined) return known;
    const memory = emptyMemory(watched.size);
    this.#memories.set(watched, memory);
    return memory;
  }

  /** An address may be paid between the moment it is shown and the moment it is watched here. */
  #readRecentAgain(memory: Memory, watched: ScriptTable): void {
    const hasGrown = watched.size !== memory.watchedSize;
    memory.watchedSize = watched.size;
    if (!hasGrown) return;
    for (const [id, { bytes }] of memory.recent) {
      const payment = this.#paymentIn(id, bytes, watched);
      if (payment !== null) remember(memory, id, bytes, payment);
    }
  }

  async #readAll(memory: Memory, watched: ScriptTable, ids: readonly string[], signal: AbortSignal): Promise<void> {
    const batches: Promise<number>[] = [];
    for (let at = 0; at < ids.length; at += batchSize)
      batches.push(this.#readBatch(memory, watched, ids.slice(at, at + batchSize), signal));
    const failed = (await Promise.allSettled(batches)).find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #readBacklog(memory: Memory, watched: ScriptTable, signal: AbortSignal): Promise<void> {
    const left = [...memory.backlog];
    for (let at = 0, bytes = 0; at < left.length && bytes < this.#limits.backlogBytes; at += batchSize) {
      const ids = left.slice(at, at + batchSize);
      bytes += await this.#readBatch(memory, watched, ids, signal);
      // One that left the mempool since is not requested again, unless a new list contains it.
      for (const id of ids) memory.backlog.delete(id);
    }
  }

  /** Returns the number of bytes read. */
  async #readBatch(memory: Memory, watched: ScriptTable, ids: readonly string[], signal: AbortSignal): Promise<number> {
    const wanted = ids.map((id) => readHash(id, 'id of a chain transaction'));
    const calls = wanted.map((id) => ({ method: 'getrawtransaction', params: [id, false] }));
    const answers = await callMany(this.#rotation, calls, signal);
    let read = 0;
    wanted.forEach((id, index) => {
      const answer = answers[index];
      // It left the mempool since; otherwise the next list contains it again.
      if (answer instanceof EndpointFault) return;
      const bytes = readBytes(answer, 'chain transaction');
      read += bytes.length;
      remember(memory, id, bytes, this.#paymentIn(id, bytes, watched));
    });
    return read;
  }

  async #addAncestry(memory: Memory, watched: ScriptTable, signal: AbortSignal): Promise<void> {
    const without = [...memory.payments.values()].filter(({ ancestry }) => ancestry === undefined);
    if (without.length === 0) return;
    const source = { rotation: this.#rotation, params: this.#params };
    const known = await withAncestry(source, without, watched, signal);
    for (const payment of known) memory.payments.set(payment.txHash, payment);
  }

  #paymentIn(id: string, bytes: Buffer, watched: ScriptTable): MempoolTransaction | null {
    const { spends, transfers } = readTransaction(bytes, id, watched, this.#params);
    return transfers.length === 0 ? null : { txHash: id, spends, transfers };
  }
}

/**
 * A summary of the node's mempool; null if it is not detailed enough to show every change. A replacement pays a higher
 * fee (BIP-125, rules 3 and 4) but often has the same size, so only the sum of all fees shows it. Newer nodes report it
 * (`total_fee`), Litecoin Core 0.21 does not.
 */
function fingerprint(answer: unknown): string | null {
  const { size, bytes, usage, total_fee: fees } = readFields(answer, 'state of the mempool');
  if (size === 0) return 'empty';
  return typeof fees === 'number' ? [size, bytes, usage, fees].join(' ') : null;
}
