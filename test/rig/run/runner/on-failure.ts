// Callbacks for each failed test, which run before its file continues. The open state often explains more than the
// assertion.
import type { TestContext } from 'node:test';

/** Writes its information to standard error. */
export type Witness = () => Promise<void>;

const witnesses = new Set<Witness>();

/** Applies from now on to all files that this process runs. */
export function onFailure(witness: Witness): void {
  witnesses.add(witness);
}

/** A hook for `afterEach`. The types do not include `passed` yet: https://nodejs.org/api/test.html#contextpassed */
export async function callWitnesses(context: unknown): Promise<void> {
  if ((context as TestContext & { readonly passed: boolean }).passed) return;
  for (const witness of witnesses) await witness();
}
