// How many worlds a rule is played in, and from which seed: `npm run simulate` asks for more than a test run does.

/** As fast-check takes them. */
export function worlds(usual: number): { readonly numRuns: number; readonly seed?: number } {
  const { WORLDS, WORLDS_SEED } = process.env;
  return {
    numRuns: WORLDS === undefined ? usual : Number(WORLDS),
    ...(WORLDS_SEED === undefined ? {} : { seed: Number(WORLDS_SEED) }),
  };
}
