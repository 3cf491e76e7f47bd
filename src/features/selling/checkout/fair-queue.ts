// Serves readers a few at a time and in turn by invoice, so that many readers of one invoice delay no others.
import { paced } from '../../../io/http/edge/pacing.ts';

export interface ReaderTurns {
  /**
   * Calls `serve` when it is its turn, which is at once if there is no queue. A `serve` that is already waiting is
   * called once.
   */
  add(invoiceId: string, serve: () => void): void;
  remove(invoiceId: string, serve: () => void): void;
}

/** 1,000 per second; each takes some tens of microseconds. */
const atOnce = 20;

export function readerTurns(): ReaderTurns {
  /** By invoice; the first invoice is served next. */
  const waiting = new Map<string, Set<() => void>>();
  const serveSome = paced(
    () => atOnce,
    () => {
      for (const [invoiceId, those] of waiting) {
        waiting.delete(invoiceId);
        for (const serve of those) {
          those.delete(serve);
          if (those.size > 0) waiting.set(invoiceId, those);
          serve();
          return true;
        }
      }
      return false;
    },
  );
  return {
    add(invoiceId, serve) {
      const those = waiting.get(invoiceId) ?? new Set();
      waiting.set(invoiceId, those.add(serve));
      serveSome();
    },
    remove(invoiceId, serve) {
      const those = waiting.get(invoiceId);
      those?.delete(serve);
      if (those?.size === 0) waiting.delete(invoiceId);
    },
  };
}
