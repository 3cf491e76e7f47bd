// The seed of everything that a test draws: fixed, so that each run of the tests draws the same.

const fixedSeed = 28_281;

/** The seed that a drill gives in this variable of the environment; the fixed one without it. */
export function seedFrom(variable: 'CRASH_SEED' | 'FUZZ_SEED' | 'WORLDS_SEED'): number {
  const given = process.env[variable];
  if (given === undefined) return fixedSeed;
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`${variable} is no whole number: ${given}`);
  return seed;
}
