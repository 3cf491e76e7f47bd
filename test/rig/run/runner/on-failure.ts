// Called for each test that failed, before its file goes on: what was open then says more than the assertion.
import type { TestContext } from 'node:test';

/** Writes to standard error what it knows. */
export type Witness = () => Promise<void>;

const witnesses = new Set<Witness>();

/** From now on, for all files that this process runs. */
export function onFailure(witness: Witness): void {
  witnesses.add(witness);
}

/** A hook for `afterEach`. `passed` is not in the types yet: https://nodejs.org/api/test.html#contextpassed */
export async function hearWitnesses(context: unknown): Promise<void> {
  if ((context as TestContext & { readonly passed: boolean }).passed) return;
  for (const witness of witnesses) await witness();
}
