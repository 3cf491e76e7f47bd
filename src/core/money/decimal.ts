// Exact decimal numbers: strings at the edges, bigint of smallest units within.

/** The most fraction digits that a decimal may have. */
export const mostDecimals = 30;

/** Plain decimal notation: no sign, exponent, separators, leading zeros or bare dots. At most 78 + 30 digits. */
const plainDecimal = /^(0|[1-9][0-9]{0,77})(?:\.([0-9]{1,30}))?$/;

/** The reason why a decimal string is refused. */
export type DecimalFault = 'not_a_decimal' | 'too_many_decimals';

/**
 * Parses a plain decimal as smallest units: parseUnits('1.5', 6) is 1500000n. More fraction digits than `decimals` are
 * refused, even trailing zeros. It never rounds.
 */
export function parseUnits(text: string, decimals: number): bigint | DecimalFault {
  const parts = plainDecimal.exec(text);
  if (parts === null) return 'not_a_decimal';
  const whole = parts[1] as string;
  const fraction = parts[2] ?? '';
  if (fraction.length > decimals) return 'too_many_decimals';
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

/**
 * A decimal without zeros beyond its minor units: '100.00' becomes '100' with 0 decimals, '1.230' becomes '1.23' with
 * 2.
 */
export function withoutSpareZeros(text: string, decimals: number): string {
  const [, whole, fraction] = /^([^.]*)\.([0-9]+)$/.exec(text) ?? [];
  if (fraction === undefined || fraction.length <= decimals) return text;
  const kept = fraction.slice(0, decimals) + fraction.slice(decimals).replace(/0+$/, '');
  return kept === '' ? (whole as string) : `${whole}.${kept}`;
}

/** Formats smallest units as a plain decimal without trailing zeros: formatUnits(1500000n, 6) is '1.5'. */
export function formatUnits(units: bigint, decimals: number): string {
  const [whole, fraction] = split(units, decimals);
  const trimmed = fraction.replace(/0+$/, '');
  return trimmed === '' ? whole : `${whole}.${trimmed}`;
}

/** Formats smallest units with all their decimals, as in a price: formatFixed(150n, 2) is '1.50'. */
export function formatFixed(units: bigint, decimals: number): string {
  const [whole, fraction] = split(units, decimals);
  return decimals === 0 ? whole : `${whole}.${fraction}`;
}

/** A ÷ b for non-negative a and positive b, rounded towards positive infinity. */
export function divideUp(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

export function pow10(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

function split(units: bigint, decimals: number): [string, string] {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return [sign + digits.slice(0, point), digits.slice(point)];
}
