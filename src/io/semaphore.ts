// Limits how many pieces of work run at once in this process. Others wait in the order of their calls.

/** Runs `work` once a permit is free, and releases it when the work ends, even if it fails. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * At most `permits` run at once. With `queue`, a call that finds `longest` others waiting is rejected with the error
 * from `full`.
 */
export function semaphore(permits: number, queue?: { readonly longest: number; full(): Error }): Semaphore {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < permits) running++;
    else {
      if (queue !== undefined && waiting.length >= queue.longest) throw queue.full();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The permit passes directly to the next in the queue, so that no later call overtakes it.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
