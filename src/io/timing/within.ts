// A limit on the time that an answer may take.

const isLate = Symbol('late');

/**
 * Returns the answer; after `millis`, the result of `late`. By default that throws an Error. The signal of `ask` is
 * aborted at the limit. Later answers and errors are dropped, even if `ask` ignores the signal.
 */
export async function within<T, Late = never>(
  millis: number,
  ask: (signal: AbortSignal) => Promise<T>,
  late: () => Late = () => {
    throw new Error(`no answer within ${millis / 1000} s`);
  },
): Promise<T | Late> {
  const limit = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const atLimit = new Promise<typeof isLate>((resolve) => {
    timer = setTimeout(() => {
      resolve(isLate);
      limit.abort();
    }, millis);
  });
  try {
    const first = await Promise.race([ask(limit.signal), atLimit]);
    return first === isLate ? late() : first;
  } finally {
    clearTimeout(timer);
  }
}
