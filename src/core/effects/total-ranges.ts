// Combines the totals that the coins of an app accept.
import { parseUnits } from '../money/decimal.ts';

/** The totals that one coin accepts, as decimals, bounds included; null for no bound. */
export interface TotalBounds {
  readonly minTotal: string | null;
  readonly maxTotal: string | null;
}

/**
 * Whether some total that `before` accepts is accepted by none of `after`. An invoice of that total could not be paid.
 */
export function takesLess(before: readonly TotalBounds[], after: readonly TotalBounds[]): boolean {
  const taken = joined(after);
  return before.map(rangeOf).some(({ least, most }) => !taken.some((one) => one.least <= least && most <= one.most));
}

interface Range {
  readonly least: bigint;
  readonly most: bigint;
}

const mostDecimals = 30;
/** Above every total. */
const noBound = 10n ** 200n;

/** In units of the last decimal place that a bound may have. */
function rangeOf({ minTotal, maxTotal }: TotalBounds): Range {
  return { least: unitsOf(minTotal) ?? 1n, most: unitsOf(maxTotal) ?? noBound };
}

function unitsOf(text: string | null): bigint | null {
  const units = text === null ? null : parseUnits(text, mostDecimals);
  return typeof units === 'bigint' ? units : null;
}

/** Merges ranges that touch. */
function joined(bounds: readonly TotalBounds[]): Range[] {
  const found: Range[] = [];
  for (const range of bounds.map(rangeOf).sort((a, b) => (a.least < b.least ? -1 : 1))) {
    const last = found.at(-1);
    if (last === undefined || range.least > last.most + 1n) found.push(range);
    else if (range.most > last.most) found[found.length - 1] = { least: last.least, most: range.most };
  }
  return found;
}
