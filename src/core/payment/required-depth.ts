// How deep in the chain a payment must be before it counts, by what is at stake. Merchants may ask for more, never for less.
import { parseUnits, pow10 } from '../money/decimal.ts';

/** From an invoice total of `from` (a decimal in `currency`) on: at least so many confirmations, or a block that is final. */
export interface DepthTier {
  readonly currency: string;
  readonly from: string;
  readonly confirmations: number | 'finalized';
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
 * The strictest of the network's floor, what the app asks for with the coin, and every tier that the invoice reaches.
 * `worth` is the invoice's total by currency; a tier in a currency whose worth nobody knows right now is taken as reached.
 */
export function requiredDepth(
  floor: number,
  asked: number | null,
  tiers: readonly DepthTier[],
  worth: ReadonlyMap<string, Worth>,
): RequiredDepth {
  const reached = tiers.filter((tier) => reaches(worth.get(tier.currency), tier.from));
  const counts = reached.flatMap(({ confirmations }) => (confirmations === 'finalized' ? [] : [confirmations]));
  return {
    confirmations: Math.max(floor, asked ?? 0, ...counts),
    mustBeFinal: reached.some(({ confirmations }) => confirmations === 'finalized'),
  };
}

const scale = 30;

function reaches(worth: Worth | undefined, from: string): boolean {
  const least = parseUnits(from, scale);
  if (worth === undefined || typeof least !== 'bigint') return true;
  return worth.minor * pow10(scale - worth.decimals) >= least;
}
