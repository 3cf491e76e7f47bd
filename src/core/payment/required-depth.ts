// How deep a payment must be before it counts, by what is at stake: never less than the operator's floor.
import { parseUnits, pow10 } from '../money/decimal.ts';

/** From an invoice total of `from` (a decimal in `currency`) on: at least so many confirmations, or a final block. */
export interface RaisingTier {
  readonly currency: string;
  readonly from: string;
  readonly confirmations: number | 'finalized';
}

/** Below an invoice total of `below`: so many confirmations instead of the network's usual ones. */
export interface LoweringTier {
  readonly currency: string;
  readonly below: string;
  readonly confirmations: number;
}

export type DepthTier = RaisingTier | LoweringTier;

/** What a network asks for where nobody says otherwise, and the fewest that the operator lets anybody ask for. */
export interface NetworkDepth {
  readonly usual: number;
  readonly floor: number;
}

export interface RequiredDepth {
  readonly confirmations: number;
  /** The block must also be one that the network calls final. */
  readonly mustBeFinal: boolean;
}

/** An amount of fiat: minor units, and how many decimals they stand for. */
export interface Worth {
  readonly minor: bigint;
  readonly decimals: number;
}

/**
 * The strictest of what the network asks for, what the app asks for with the coin, and every raising tier that the
 * invoice reaches. A lowering tier takes the place of what the network usually asks for, the fewest where several are
 * reached. `worth` is the invoice's total by currency; where nobody knows it right now, a raising tier is taken as
 * reached and a lowering one is not.
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
