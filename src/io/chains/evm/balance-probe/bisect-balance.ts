// Finds the blocks in which a balance rose by more than the known transfers explain, with as few balance reads as
// possible.
import type { BalancePoint, BalanceRises, BalanceSearch } from '../../chain.ts';

/**
 * Halves the range until single blocks are left. A rise that left again within the same half is not found. Returns null
 * as soon as `balanceAt` returns null. Throws the faults of `balanceAt`.
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
    // The earlier half is searched first.
    stretches.push([{ number, balance }, high], [low, { number, balance }]);
  }
  return { blocks, isCut: false };
}
