// Prints the demo's progress: a line for each event, and a sign of life during long steps.

export interface StepOptions {
  /** The longest time for the work; the default is a minute. */
  readonly patienceMillis?: number;
  /** How long nothing may be printed before a line reports the current step. */
  readonly quietMillis?: number;
}

export interface Narrator {
  say(text: string): void;
  /** Prints one line with the time, the event and its facts. */
  happened(what: string, facts?: string): void;
  /**
   * Does the work of one step. `doing` completes the sentence "The demo was …". Throws with that sentence if the work
   * fails or takes too long.
   */
  step<T>(doing: string, work: () => Promise<T>, options?: StepOptions): Promise<T>;
  failed(why: string): void;
}

const usualPatienceMillis = 60_000;
const againMillis = 10_000;
const whatWidth = 22;

export function createNarrator(stamp: 'elapsed time' | 'time of day'): Narrator {
  const started = performance.now();
  let lastLine = started;
  const print = (text: string) => {
    lastLine = performance.now();
    process.stdout.write(`${text}\n`);
  };
  const when = () =>
    stamp === 'elapsed time'
      ? `${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s`
      : new Date().toTimeString().slice(0, 8);
  return {
    say: print,
    happened: (what, facts = '') => print(`${when()}  ${what.padEnd(whatWidth)}  ${facts}`.trimEnd()),
    failed: (why) => print(`\n✖ ${why}`),
    async step(doing, work, { quietMillis = 1_000, patienceMillis = usualPatienceMillis } = {}) {
      const began = performance.now();
      let quiet = quietMillis;
      const signOfLife = setInterval(() => {
        if (performance.now() - Math.max(lastLine, began) < quiet) return;
        print(`${when()}  … ${doing}`);
        quiet = againMillis;
      }, 100);
      try {
        return await inTime(work(), patienceMillis);
      } catch (error) {
        throw new Error(`The demo failed while ${doing}: ${(error as Error).message}`, { cause: error });
      } finally {
        clearInterval(signOfLife);
      }
    },
  };
}

async function inTime<T>(work: Promise<T>, patienceMillis: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no result within ${patienceMillis / 1000} s`)), patienceMillis);
  });
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
