// Serves a crowd of readers a few at a time, a reader of each invoice in turn, so that no crowd holds up anything else.
import { paced } from '../../../io/http/edge/pacing.ts';

export interface ReaderTurns {
  /** Calls `serve` as soon as there is a turn: at once where there is no crowd. Once, if it was already waiting. */
  add(invoiceId: string, serve: () => void): void;
  remove(invoiceId: string, serve: () => void): void;
}

/** 1,000 in a second, each some tens of microseconds. */
const atOnce = 20;

export function readerTurns(): ReaderTurns {
  /** The first is the next whose reader is served. */
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
