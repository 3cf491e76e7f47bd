// Finds the blocks in which a balance rose by more than is explained, asking for as few balances as it can.
import type { BalancePoint, BalanceRises, BalanceSearch } from '../../chain.ts';

/**
 * Halves the stretch until single blocks are left. What rose and left again within one half is not found. Null where
 * `balanceAt` answered null: then there is nothing to find on either side. Throws what `balanceAt` throws.
 */
export async function bisectBalance(
  { from, to, explained, most }: Omit<BalanceSearch, 'address'>,
  balanceAt: (number: number) => Promise<bigint | null>,
): Promise<BalanceRises | null> {
  const blocks: BalancePoint[] = [];
  const stretches: [BalancePoint, BalancePoint][] = [[from, to]];
  for (let next = stretches.pop(); next !== undefined; next = stretches.pop()) {
    const [low, high] = next;
    if (high.balance - low.balance <= explained(low.number, high.number)) continue;
    if (blocks.length === most) return { blocks, isCut: true };
    if (high.number - low.number === 1) {
      blocks.push(high);
      continue;
    }
    const number = Math.floor((low.number + high.number) / 2);
    const balance = await balanceAt(number);
    if (balance === null) return null;
    // The earlier half is looked at first.
    stretches.push([{ number, balance }, high], [low, { number, balance }]);
  }
  return { blocks, isCut: false };
}
