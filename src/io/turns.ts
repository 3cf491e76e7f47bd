// Lets only so many of a kind of work run at once in this process; the others wait in line.

/** Runs `work` when it is its turn. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * At most `atOnce` run, and those who wait are served in the order they came. With `mostWaiting`, whoever finds as many in
 * line is turned away: `full` makes what is then thrown.
 */
export function turns(atOnce: number, limit?: { readonly mostWaiting: number; full(): Error }): Turns {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running++;
    else {
      if (limit !== undefined && waiting.length >= limit.mostWaiting) throw limit.full();
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so that nobody overtakes.
      const next = waiting.shift();
      if (next === undefined) running--;
      else next();
    }
  };
}
