// In which blocks balances of the native coin changed: by asking for the middle of a stretch, again and again.
import type { Chain } from '../../../../io/chains/chain.ts';

/** Balances in smallest units, by address, as they were after a block. */
export interface BalancesAt {
  readonly number: number;
  readonly balances: ReadonlyMap<string, bigint>;
}

/** Reading every block is cheaper than to look for more changes than this. */
const mostChanges = 32;

/**
 * The heights after `low` up to `high` at which one of the balances known of both changed, ascending. What changed and
 * changed back in between does not show. Null where no endpoint has the balances in between, or too many changed.
 * Throws ChainFault.
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
  const told = await chain.balancesAt?.(changed, { number }, signal);
  if (told == null) return null;
  const middle = { number, balances: new Map(changed.map((address, at) => [address, told[at] as bigint])) };
  const before = await changeHeights(chain, low, middle, signal);
  if (before === null) return null;
  const end = { number: high.number, balances: new Map(changed.map((one) => [one, high.balances.get(one) as bigint])) };
  const after = await changeHeights(chain, middle, end, signal);
  if (after === null || before.length + after.length > mostChanges) return null;
  return [...before, ...after];
}
