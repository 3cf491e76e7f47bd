// How many worlds a rule is played in: `npm run simulate` asks for more than a test run does.

/** As fast-check takes it. */
export function worlds(usual: number): { readonly numRuns: number } {
  const { WORLDS } = process.env;
  return { numRuns: WORLDS === undefined ? usual : Number(WORLDS) };
}
