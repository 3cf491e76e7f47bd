// Looks at what waits to be mined on a node: reads each chain transaction there once, and keeps those that pay watched addresses.
import { garbled, type WaitingTransaction } from '../../chain.ts';
import { EndpointFault } from '../../endpoint-fault.ts';
import type { EndpointRotation } from '../../endpoint-rotation.ts';
import { readTransaction } from '../blocks/read-transaction.ts';
import type { ScriptTable } from '../blocks/script-table.ts';
import type { UtxoParams } from '../params.ts';
import { callMany } from './node-calls.ts';
import { readBytes, readHash } from './raw.ts';

/** Chain transactions asked for in one request, and in one look: after a start, a full pool is read in several looks. */
const batchSize = 50;
const mostInOneLook = 3_000;
/** For so long a stranger's chain transaction is looked at again when addresses came to be watched: one of them may be its recipient. */
const freshMillis = 60_000;

/** What is known of the pool as one watched set sees it. */
interface Memory {
  /** By id, everything that was read and is still there; null for what pays strangers. */
  readonly read: Map<string, WaitingTransaction | null>;
  /** The bytes of strangers' chain transactions that were read a short while ago. */
  readonly fresh: Map<string, { readonly bytes: Buffer; readonly readAt: number }>;
  watchedThen: number;
}

export class WaitingPool {
  readonly #rotation: EndpointRotation;
  readonly #params: UtxoParams;
  readonly #memories = new WeakMap<ScriptTable, Memory>();

  constructor(rotation: EndpointRotation, params: UtxoParams) {
    this.#rotation = rotation;
    this.#params = params;
  }

  /** Everything there that pays a watched address, as far as it is read. Throws ChainFault, having kept what it read. */
  async look(watched: ScriptTable, signal: AbortSignal): Promise<readonly WaitingTransaction[]> {
    const ids = await this.#rotation.call('getrawmempool', [], signal);
    if (!Array.isArray(ids)) throw garbled('The list of what waits is missing from an answer');
    const memory = this.#memoryOf(watched);
    forgetGone(memory, new Set(ids));
    this.#lookAgain(memory, watched);
    const unread = ids.filter((id) => !memory.read.has(id as string)).slice(0, mostInOneLook);
    const batches: Promise<void>[] = [];
    for (let at = 0; at < unread.length; at += batchSize)
      batches.push(this.#readBatch(memory, watched, unread.slice(at, at + batchSize), signal));
    const failed = (await Promise.allSettled(batches)).find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    return [...memory.read.values()].filter((waiting) => waiting !== null);
  }

  #memoryOf(watched: ScriptTable): Memory {
    const known = this.#memories.get(watched);
    if (known !== undefined) return known;
    const memory: Memory = { read: new Map(), fresh: new Map(), watchedThen: watched.size };
    this.#memories.set(watched, memory);
    return memory;
  }

  /** Somebody may pay an address between the moment it is shown and the moment it comes to be watched here. */
  #lookAgain(memory: Memory, watched: ScriptTable): void {
    const hasGrown = watched.size !== memory.watchedThen;
    memory.watchedThen = watched.size;
    for (const [id, { bytes, readAt }] of memory.fresh) {
      const waiting = hasGrown ? this.#waitingOf(id, bytes, watched) : null;
      if (waiting !== null) memory.read.set(id, waiting);
      if (waiting !== null || performance.now() - readAt > freshMillis) memory.fresh.delete(id);
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
      const waiting = this.#waitingOf(id, bytes, watched);
      memory.read.set(id, waiting);
      if (waiting === null) memory.fresh.set(id, { bytes, readAt: performance.now() });
    });
  }

  #waitingOf(id: string, bytes: Buffer, watched: ScriptTable): WaitingTransaction | null {
    const { spends, transfers } = readTransaction(bytes, id, watched, this.#params);
    return transfers.length === 0 ? null : { txHash: id, spends, transfers };
  }
}

function forgetGone({ read, fresh }: Memory, there: ReadonlySet<unknown>): void {
  for (const id of read.keys()) {
    if (there.has(id)) continue;
    read.delete(id);
    fresh.delete(id);
  }
}
