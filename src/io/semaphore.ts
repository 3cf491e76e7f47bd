// Lets only so many of a kind of work run at once in this process; the others wait in the order they came.

/** Runs `work` once a permit is free, and frees it when the work ended, however it ended. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * At most `permits` run at once. With `queue`, whoever finds `longest` waiting is refused: `full` makes what is then
 * thrown.
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
      // The permit goes straight to the next in the queue, so that nobody overtakes.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
