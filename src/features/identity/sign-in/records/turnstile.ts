// Lets a few through at a time, in the order they came.

export function turnstile(places: number): <T>(act: () => Promise<T>) => Promise<T> {
  let free = places;
  const line: (() => void)[] = [];
  return async (act) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await act();
    } finally {
      // The place goes straight to the next in line, so that nobody overtakes.
      const next = line.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
