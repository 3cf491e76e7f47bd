// Finds the blocks in which balances of the native coin changed, by binary search.
import type { Chain } from '../../../../io/chains/chain.ts';

/** Balances after a block, in smallest units, by address. */
export interface BalancesAt {
  readonly number: number;
  readonly balances: ReadonlyMap<string, bigint>;
}

/** With more changes than this, reading every block is cheaper. */
const mostChanges = 32;

/**
 * Returns, in ascending order, the heights after `low` up to `high` at which a balance changed. Only addresses with a
 * balance in both are searched. A change that was undone before `high` is not found. Returns null if no endpoint has
 * the balances in between or if there are too many changes. Throws ChainFault.
 */
export async function changeHeights(
  chain: Pick<Chain, 'balancesAt'>,
  low: BalancesAt,
  high: BalancesAt,
  signal: AbortSignal,
): Promise<readonly number[] | null> {
  const isChanged = (one: string) => low.balances.has(one) && low.balances.get(one) !== high.balances.get(one);
  const changed = [...high.balances.keys()].filter(isChanged);
  if (changed.length === 0) return [];
  if (high.number - low.number <= 1) return [high.number];
  const number = Math.floor((low.number + high.number) / 2);
  const answer = await chain.balancesAt?.(changed, { number }, signal);
  if (answer == null) return null;
  const middle = { number, balances: new Map(changed.map((address, at) => [address, answer[at] as bigint])) };
  const before = await changeHeights(chain, low, middle, signal);
  if (before === null) return null;
  const end = { number: high.number, balances: new Map(changed.map((one) => [one, high.balances.get(one) as bigint])) };
  const after = await changeHeights(chain, middle, end, signal);
  if (after === null || before.length + after.length > mostChanges) return null;
  return [...before, ...after];
}
