// Keeps the state of a mempool between two reads, within limits.
import type { MempoolTransaction } from '../../chain.ts';

/**
 * How long, and up to which total size, chain transactions without a watched recipient are kept. If more addresses are
 * watched later, one of these may pay them.
 */
const recentMillis = 60_000;
const recentBytes = 16 * 1024 * 1024;

export interface Memory {
  /** The ids of all chain transactions that were read and are still in the mempool. */
  read: Set<string>;
  /** The chain transactions that pay watched addresses, by id; with their ancestry once it was read. */
  readonly payments: Map<string, MempoolTransaction>;
  /**
   * `news`: ids in the last list that were not in the one before. `backlog`: older ids still to be read, in the node's
   * order.
   */
  news: readonly string[];
  backlog: Set<string>;
  /** The bytes of recently read chain transactions without a watched recipient, oldest first. */
  readonly recent: Map<string, { readonly bytes: Buffer; readonly readAt: number }>;
  recentSize: number;
  /** The node's summary of its mempool at the last listing, and the time of that listing. */
  state: string | null;
  listedAt: number;
  watchedSize: number;
}

export function emptyMemory(watchedSize: number): Memory {
  return {
    read: new Set(),
    payments: new Map(),
    news: [],
    backlog: new Set(),
    recent: new Map(),
    recentSize: 0,
    state: null,
    listedAt: Number.NEGATIVE_INFINITY,
    watchedSize,
  };
}

/**
 * Applies a new list: drops ids that are gone, and schedules new ones to be read next. If more than `atOnce` are new,
 * they go to the backlog.
 */
export function sortOut(memory: Memory, listed: readonly unknown[], atOnce: number): void {
  const ids = new Set(listed.filter((id): id is string => typeof id === 'string'));
  const news = [...ids].filter((id) => !memory.read.has(id) && !memory.backlog.has(id));
  const isLong = news.length > atOnce;
  const left = [...memory.backlog].filter((id) => ids.has(id));
  memory.read = new Set([...memory.read].filter((id) => ids.has(id)));
  for (const id of memory.payments.keys()) if (!ids.has(id)) memory.payments.delete(id);
  memory.news = isLong ? [] : news;
  memory.backlog = new Set(isLong ? [...left, ...news] : left);
  const since = performance.now() - recentMillis;
  for (const [id, { readAt }] of memory.recent) if (readAt <= since || !ids.has(id)) forget(memory, id);
}

/** `payment` is null if it pays no watched address. */
export function remember(memory: Memory, id: string, bytes: Buffer, payment: MempoolTransaction | null): void {
  memory.read.add(id);
  memory.backlog.delete(id);
  forget(memory, id);
  if (payment !== null) {
    memory.payments.set(id, payment);
    return;
  }
  memory.recent.set(id, { bytes, readAt: performance.now() });
  memory.recentSize += bytes.length;
  for (const oldest of memory.recent.keys()) {
    if (memory.recentSize <= recentBytes) break;
    forget(memory, oldest);
  }
}

function forget(memory: Memory, id: string): void {
  memory.recentSize -= memory.recent.get(id)?.bytes.length ?? 0;
  memory.recent.delete(id);
}
