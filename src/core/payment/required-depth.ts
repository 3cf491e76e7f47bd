// The depth that a payment needs, by the value of its invoice. It is never less than the operator's floor.
import { parseUnits, pow10 } from '../money/decimal.ts';

/**
 * For invoice totals of at least `from` (a decimal in `currency`): at least this many confirmations, or a final block.
 */
export interface RaisingTier {
  readonly currency: string;
  readonly from: string;
  readonly confirmations: number | 'finalized';
}

/** For invoice totals under `below`: this many confirmations instead of the network's default. */
export interface LoweringTier {
  readonly currency: string;
  readonly below: string;
  readonly confirmations: number;
}

export type DepthTier = RaisingTier | LoweringTier;

/** The default depth of a network, and the operator's minimum. */
export interface NetworkDepth {
  readonly usual: number;
  readonly floor: number;
}

export interface RequiredDepth {
  readonly confirmations: number;
  /** Whether the block must also be final on its network. */
  readonly mustBeFinal: boolean;
}

/** An amount of fiat in minor units, with the number of its decimals. */
export interface Worth {
  readonly minor: bigint;
  readonly decimals: number;
}

/**
 * The strictest of the network's default, the app's setting for the coin, and every raising tier that the invoice
 * reaches. A lowering tier replaces the network's default; of several, the lowest counts. `worth` is the invoice's
 * total by currency. If the value in a currency is unknown, a raising tier applies and a lowering tier does not.
 */
export function requiredDepth(
  { usual, floor }: NetworkDepth,
  asked: number | null,
  tiers: readonly DepthTier[],
  worth: ReadonlyMap<string, Worth>,
): RequiredDepth {
  const lowered = tiers.flatMap((tier) =>
    'below' in tier && isBelow(worth.get(tier.currency), tier.below) ? [tier.confirmations] : [],
  );
  const reached = tiers.filter((tier) => 'from' in tier && reaches(worth.get(tier.currency), tier.from));
  const counts = reached.flatMap(({ confirmations }) => (confirmations === 'finalized' ? [] : [confirmations]));
  return {
    confirmations: Math.max(floor, Math.min(usual, ...lowered), asked ?? 0, ...counts),
    mustBeFinal: reached.some(({ confirmations }) => confirmations === 'finalized'),
  };
}

const scale = 30;

function reaches(worth: Worth | undefined, from: string): boolean {
  const least = parseUnits(from, scale);
  if (worth === undefined || typeof least !== 'bigint') return true;
  return worth.minor * pow10(scale - worth.decimals) >= least;
}

function isBelow(worth: Worth | undefined, below: string): boolean {
  const most = parseUnits(below, scale);
  if (worth === undefined || typeof most !== 'bigint') return false;
  return worth.minor * pow10(scale - worth.decimals) < most;
}
