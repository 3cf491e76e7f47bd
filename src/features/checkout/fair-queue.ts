// Serves a crowd of readers a few at a time, a reader of each invoice in turn, so that no crowd holds up anything else.

export interface ReaderTurns {
  /** Calls `serve` as soon as there is a turn: at once where there is no crowd. Once, if it was already waiting. */
  add(invoiceId: string, serve: () => void): void;
  remove(invoiceId: string, serve: () => void): void;
}

const turnMillis = 20;
/** 1,000 in a second, each some tens of microseconds. */
const perTurn = 20;

export function readerTurns(): ReaderTurns {
  /** The first is the next whose reader is served. */
  const waiting = new Map<string, Set<() => void>>();
  let left = perTurn;
  /** A turn has begun, and is over with its time. */
  let isCounting = false;
  const serveNext = () => {
    for (const [invoiceId, those] of waiting) {
      waiting.delete(invoiceId);
      for (const serve of those) {
        those.delete(serve);
        if (those.size > 0) waiting.set(invoiceId, those);
        return serve();
      }
    }
  };
  const run = () => {
    for (; left > 0 && waiting.size > 0; left -= 1) serveNext();
    if (isCounting) return;
    isCounting = true;
    setTimeout(() => {
      isCounting = false;
      left = perTurn;
      if (waiting.size > 0) run();
    }, turnMillis).unref();
  };
  return {
    add(invoiceId, serve) {
      const those = waiting.get(invoiceId) ?? new Set();
      waiting.set(invoiceId, those.add(serve));
      run();
    },
    remove(invoiceId, serve) {
      const those = waiting.get(invoiceId);
      those?.delete(serve);
      if (those?.size === 0) waiting.delete(invoiceId);
    },
  };
}
