// Finds the blocks in which a balance rose for no reason that is known, asking for as few balances as it can.

/** A balance in smallest units, as it was after a block. */
export interface BalancePoint {
  readonly number: number;
  readonly balance: bigint;
}

export interface Rises {
  /** In ascending order, each with the balance after it. */
  readonly blocks: readonly BalancePoint[];
  /** Whether there may be more of them after the last one. */
  readonly isCut: boolean;
}

/**
 * Halves the stretch after `from` up to `to` until single blocks are left, `most` of them at most. `explained`: what is known to have
 * arrived in the blocks after one height up to another. What rose and left again within one half is not found. Throws what `balanceAt` throws.
 */
export async function risingBlocks(
  from: BalancePoint,
  to: BalancePoint,
  explained: (after: number, upTo: number) => bigint,
  balanceAt: (number: number) => Promise<bigint>,
  most: number,
): Promise<Rises> {
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
    const middle = { number, balance: await balanceAt(number) };
    // The earlier half is looked at first.
    stretches.push([middle, high], [low, middle]);
  }
  return { blocks, isCut: false };
}
