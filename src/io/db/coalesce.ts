// Makes one statement of what many requests ask for in the same moment: a statement costs more than the rows it reads.

export interface CoalesceLimits {
  /** The most wishes in one statement. */
  readonly batch: number;
  /** The most statements at once; what comes meanwhile waits and goes together. */
  readonly atOnce: number;
}

/**
 * Answers a function that is called with one wish and hears its own answer. `run` gets all wishes of one turn of the
 * event loop and answers them in order; it starts after each of them was made, so nobody reads what was true before
 * they asked. When it throws, every wish of that statement hears the error.
 */
export function coalesce<Wish, Answer>(
  run: (wishes: readonly Wish[]) => Promise<readonly Answer[]>,
  { batch, atOnce }: CoalesceLimits,
): (wish: Wish) => Promise<Answer> {
  const waiting: Waiting<Wish, Answer>[] = [];
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
  const runOne = async (taken: readonly Waiting<Wish, Answer>[]) => {
    running += 1;
    try {
      const answers = await run(taken.map(({ wish }) => wish));
      if (answers.length !== taken.length) throw new Error('Every wish has one answer');
      taken.forEach(({ resolve }, place) => void resolve(answers[place] as Answer));
    } catch (error) {
      for (const { reject } of taken) reject(error);
    } finally {
      running -= 1;
      plan();
    }
  };
  return (wish) =>
    new Promise((resolve, reject) => {
      waiting.push({ wish, resolve, reject });
      plan();
    });
}

interface Waiting<Wish, Answer> {
  readonly wish: Wish;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Points that are read by their key: such a statement is soon over, and what comes meanwhile makes the next one worth
 * more.
 */
export const pointReads: CoalesceLimits = { batch: 100, atOnce: 1 };
