// What is remembered of a mempool between two looks at it, within bounds.
import type { MempoolTransaction } from '../../chain.ts';

/**
 * So long, and as far as there is room for their bytes, chain transactions that paid no watched address are kept: when
 * more addresses are watched, one of those may be its recipient.
 */
const recentMillis = 60_000;
const recentBytes = 16 * 1024 * 1024;

export interface Memory {
  /** The ids of all that was read and is still there. */
  read: Set<string>;
  /** What of it pays watched addresses, by id; with its ancestry once that was asked for. */
  readonly payments: Map<string, MempoolTransaction>;
  /** What the last list had and the one before had not; and, in the node's order, what is left to be read of others. */
  news: readonly string[];
  backlog: Set<string>;
  /** The bytes of chain transactions that paid no watched address and were read a short while ago, oldest first. */
  readonly recent: Map<string, { readonly bytes: Buffer; readonly readAt: number }>;
  recentSize: number;
  /** What the node said of its mempool when it was listed last, and when that was. */
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
 * By a new list: what is gone is forgotten; what is new is read next, as far as it is not more than `atOnce`, and else
 * bit by bit.
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

/** `payment`: null where it pays no watched address. */
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
