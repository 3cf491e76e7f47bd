// Reads a node's mempool by difference: each chain transaction in it once, what is new before what was there already.
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
  /** Of chain transactions that are new to a list, no more are read at once; a longer list is read bit by bit. */
  readonly atOnce: number;
  /** Bytes of chain transactions that one ask reads of what was there already. */
  readonly backlogBytes: number;
}

/** Some ten chain transactions a second come to Bitcoin's mempool; 30,000 of them are about 15 MB. */
const usualLimits: MempoolLimits = { atOnce: 3_000, backlogBytes: 2 * 1024 * 1024 };
/** Chain transactions asked for in one request. */
const batchSize = 50;
/**
 * How long a mempool that says the same of itself counts as the same. What is the same in number, size and fees may
 * have been exchanged, so it is not believed for ever.
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
   * What is known there to pay a watched address. The node is asked first how its mempool is; only where that changed,
   * for its list; and of that, what was not read yet: the awaited, then what is new since the last list, then in the
   * node's own order (by fee rate, those without ancestors first) a part of what was there at the first one, so that a
   * payment made now is seen at once while thousands of old ones are still to be read. Throws ChainFault, having kept
   * what it read.
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

  /** Somebody may pay an address between the moment it is shown and the moment it comes to be watched here. */
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
      // One that was mined or dropped since is not asked for again, unless a list has it again.
      for (const id of ids) memory.backlog.delete(id);
    }
  }

  /** How many bytes that were. */
  async #readBatch(memory: Memory, watched: ScriptTable, ids: readonly string[], signal: AbortSignal): Promise<number> {
    const wanted = ids.map((id) => readHash(id, 'id of a chain transaction'));
    const calls = wanted.map((id) => ({ method: 'getrawtransaction', params: [id, false] }));
    const answers = await callMany(this.#rotation, calls, signal);
    let read = 0;
    wanted.forEach((id, index) => {
      const answer = answers[index];
      // It was mined or dropped since; if not, the next list has it again.
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
 * What a node says of its mempool as a whole; null where it does not say so much that a change would show. Whatever
 * takes another one's place pays a higher fee (BIP-125, rules 3 and 4) but is often of the same size, so that it takes
 * the sum of all fees to see it: newer nodes tell it (`total_fee`), Litecoin Core 0.21 does not.
 */
function fingerprint(answer: unknown): string | null {
  const { size, bytes, usage, total_fee: fees } = readFields(answer, 'state of the mempool');
  if (size === 0) return 'empty';
  return typeof fees === 'number' ? [size, bytes, usage, fees].join(' ') : null;
}
