// The seed of all random values in tests. It is fixed, so that every run draws the same values.

const fixedSeed = 28_281;

/** The seed from this environment variable, which a drill sets, or the fixed one. */
export function seedFrom(variable: 'CRASH_SEED' | 'FUZZ_SEED' | 'WORLDS_SEED'): number {
  const given = process.env[variable];
  if (given === undefined) return fixedSeed;
  const seed = Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error(`${variable} is no whole number: ${given}`);
  return seed;
}
