// Lines of an order: the value of each, and whether they add up to the total.
import { formatFixed, mostDecimals, pow10, withoutSpareZeros } from '../money/decimal.ts';

export const quantityDecimals = 3;
export const mostQuantity = 1_000_000;
/** Further lines are combined into one. */
export const mostLines = 100;
/** Lines stay below this many minor units, like all fiat amounts. */
const lineBound = pow10(30);

export interface OrderLine {
  readonly name: string;
  /** With at most three decimals; never 0. */
  readonly quantity: number;
  /** A signed decimal of the order's currency with up to 30 digits. A coupon has a negative price. */
  readonly price: string;
  readonly image?: string | null;
}

const signedDecimal = /^(-?)(0|[1-9][0-9]{0,77})(?:\.([0-9]{1,30}))?$/;

/** Parses a signed plain decimal in units of 10^-decimals; null for other text. Further digits are cut off. */
function scaled(text: string, decimals: number): bigint | null {
  const [, sign, whole, fraction = ''] = signedDecimal.exec(text) ?? [];
  if (whole === undefined) return null;
  const units = BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals));
  return sign === '-' ? -units : units;
}

/**
 * Price times quantity in minor units, rounded half away from zero, as shops show a line. Null if either is not a
 * decimal, or if the value is out of range.
 */
export function lineValue({ price, quantity }: Pick<OrderLine, 'price' | 'quantity'>, decimals: number): bigint | null {
  const [each, count] = [scaled(price, mostDecimals), scaled(String(quantity), quantityDecimals)];
  if (each === null || count === null) return null;
  const value = roundedHalfUp(each * count, pow10(mostDecimals + quantityDecimals - decimals));
  return value < lineBound && value > -lineBound ? value : null;
}

/** The price without zeros beyond the currency's minor units. `-0` loses its sign. */
export function plainPrice(price: string, decimals: number): string {
  const plain = withoutSpareZeros(price, decimals);
  return /^-[0.]*$/.test(plain) ? plain.slice(1) : plain;
}

/** The quantity rounded to three decimals, and whether that changed it; null if it is 0, too large or not a number. */
export function readQuantity(given: number | string): { quantity: number; isRounded: boolean } | null {
  const exact = Number(given);
  const factor = 10 ** quantityDecimals;
  const quantity = Math.round(exact * factor) / factor;
  if (!Number.isFinite(exact) || quantity === 0 || Math.abs(quantity) > mostQuantity) return null;
  return { quantity, isRounded: Math.abs(quantity - exact) > 1e-9 };
}

/** The name of the line that compensates rounding. */
export const roundingName = 'rounding';

export interface LinesOfOrder {
  readonly lines: readonly OrderLine[];
  /** The required sum of the lines in minor units: the total plus the discount, less tax and shipping. */
  readonly due: bigint;
  readonly decimals: number;
}

/**
 * The lines to store. More than 100 lines become the first 99 and one for the rest. If the sum is off by at most one
 * minor unit per line, a line `rounding` is added; an existing last line `rounding` is recalculated. Returns `mismatch`
 * if the sum is further off. Every line must have a value.
 */
export function settleLines({ lines, due, decimals }: LinesOfOrder): readonly OrderLine[] | 'mismatch' {
  const counted = lines.at(-1)?.name === roundingName ? lines.slice(0, -1) : lines;
  const shown = folded(counted, decimals);
  if (sumOf(lines, decimals) === due) return [...shown, ...lines.slice(counted.length)];
  const missing = due - sumOf(counted, decimals);
  if (missing === 0n) return shown;
  if ((missing < 0n ? -missing : missing) > BigInt(counted.length)) return 'mismatch';
  return [...shown, { name: roundingName, quantity: 1, price: formatFixed(missing, decimals) }];
}

function folded(lines: readonly OrderLine[], decimals: number): readonly OrderLine[] {
  if (lines.length <= mostLines) return lines;
  const [kept, rest] = [lines.slice(0, mostLines - 1), lines.slice(mostLines - 1)];
  return [...kept, { name: `${rest.length} more`, quantity: 1, price: formatFixed(sumOf(rest, decimals), decimals) }];
}

function sumOf(lines: readonly OrderLine[], decimals: number): bigint {
  return lines.reduce((sum, line) => sum + (lineValue(line, decimals) ?? 0n), 0n);
}

function roundedHalfUp(value: bigint, unit: bigint): bigint {
  const positive = value < 0n ? -value : value;
  const rounded = (positive + unit / 2n) / unit;
  return value < 0n ? -rounded : rounded;
}
