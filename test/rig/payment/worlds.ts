// The number of random worlds for each rule. `npm run simulate` uses more than a test run.

/** In the form of fast-check's parameters. */
export function worlds(usual: number): { readonly numRuns: number } {
  const { WORLDS } = process.env;
  return { numRuns: WORLDS === undefined ? usual : Number(WORLDS) };
}
