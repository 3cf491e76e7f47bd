// Combines concurrent calls into one statement, because a statement costs more than the rows it reads.

export interface CoalesceLimits {
  /** The maximum number of calls per statement. */
  readonly batch: number;
  /** The maximum number of concurrent statements. Calls beyond it wait, and are combined. */
  readonly atOnce: number;
}

/**
 * Returns a function that takes one call and resolves to its answer. `run` gets all calls of one turn of the event loop
 * and returns their answers in order. It starts only after all of them were made, so no call gets data from before it
 * was made. If it throws, all calls of that statement reject.
 */
export function coalesce<Params, Answer>(
  run: (calls: readonly Params[]) => Promise<readonly Answer[]>,
  { batch, atOnce }: CoalesceLimits,
): (call: Params) => Promise<Answer> {
  const waiting: Waiting<Params, Answer>[] = [];
  let running = 0;
  let isPlanned = false;

  const plan = () => {
    if (isPlanned || running >= atOnce || waiting.length === 0) return;
    isPlanned = true;
    // Starts after all input of this turn was read, because requests arrive on many sockets at once.
    setImmediate(start);
  };
  const start = () => {
    isPlanned = false;
    void runOne(waiting.splice(0, batch));
    plan();
  };
  const runOne = async (taken: readonly Waiting<Params, Answer>[]) => {
    running += 1;
    try {
      const answers = await run(taken.map(({ call }) => call));
      if (answers.length !== taken.length) throw new Error('The statement must return one answer per call');
      taken.forEach(({ resolve }, place) => void resolve(answers[place] as Answer));
    } catch (error) {
      for (const { reject } of taken) reject(error);
    } finally {
      running -= 1;
      plan();
    }
  };
  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      plan();
    });
}

interface Waiting<Params, Answer> {
  readonly call: Params;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/** For lookups by key. Such a statement is short, and the calls that wait for it make the next one larger. */
export const pointReads: CoalesceLimits = { batch: 100, atOnce: 1 };
