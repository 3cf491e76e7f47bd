// Chooses coins so that a new chain transaction and any earlier one cannot both be mined.

interface NamedCoin {
  /** As of outpointOf. */
  readonly name: string;
  /** In smallest units. */
  readonly amount: bigint;
}

/**
 * Returns the names of coins with at least one of each earlier transaction: coins of several first, then the largest.
 * Returns null if an earlier transaction has none of these coins. `earlier`: the names of the coins that each spends.
 */
export function conflictingCoins(
  coins: readonly NamedCoin[],
  earlier: readonly (readonly string[])[],
): ReadonlySet<string> | null {
  const uses = new Map(coins.map(({ name }) => [name, earlier.filter((one) => one.includes(name)).length]));
  const usesOf = ({ name }: NamedCoin) => uses.get(name) ?? 0;
  const ranked = coins.toSorted((one, other) => usesOf(other) - usesOf(one) || (one.amount < other.amount ? 1 : -1));
  const chosen = new Set<string>();
  for (const spent of earlier) {
    if (spent.some((name) => chosen.has(name))) continue;
    const again = ranked.find(({ name }) => spent.includes(name));
    if (again === undefined) return null;
    chosen.add(again.name);
  }
  return chosen;
}

/** Whether these coins have at least one of each earlier transaction. */
export function conflictsWithEach(names: readonly string[], earlier: readonly (readonly string[])[]): boolean {
  const own = new Set(names);
  return earlier.every((spent) => spent.some((name) => own.has(name)));
}
