// Makes one statement of what many requests ask for in the same moment: a statement costs more than the rows it reads.

export interface CoalesceLimits {
  /** The most calls in one statement. */
  readonly batch: number;
  /** The most statements at once; what comes meanwhile waits and goes together. */
  readonly atOnce: number;
}

/**
 * Answers a function that is called with one call and hears its own answer. `run` gets all calls of one turn of the
 * event loop and answers them in order; it starts after each of them was made, so nobody reads what was true before
 * they asked. When it throws, every call of that statement hears the error.
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
    // After all input of this turn was read: requests arrive on many sockets at once.
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
      if (answers.length !== taken.length) throw new Error('Every call has one answer');
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

/**
 * Points that are read by their key: such a statement is soon over, and what comes meanwhile makes the next one worth
 * more.
 */
export const pointReads: CoalesceLimits = { batch: 100, atOnce: 1 };
