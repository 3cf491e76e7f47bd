// Sums too small to be anybody's payment.
import { parseUnits } from '../../money/decimal.ts';
import { type Rate, valueAtRate } from '../../money/rate.ts';

/** Compared with so many decimals, so that currencies without minor units have dust too. */
const decimals = 12;

/**
 * Whether `amount` (smallest units) is worth less than `below`, a decimal in the rate's currency. Nothing is dust where
 * no rate is known.
 */
export function isWorthLess(amount: bigint, assetDecimals: number, rate: Rate | null, below: string): boolean {
  const least = parseUnits(below, decimals);
  if (rate === null || typeof least !== 'bigint') return false;
  return valueAtRate(amount, assetDecimals, rate, decimals) < least;
}
