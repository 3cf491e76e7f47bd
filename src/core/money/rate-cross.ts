// Arithmetic with rates. Results have at most eighteen fraction digits.
import { mostDecimals, pow10 } from './decimal.ts';
import type { Rate } from './rate.ts';

/** More digits than any source sends, and fewer than a rate can hold. */
const keptDigits = 18;

/** The price of A in C, from the prices of A in B and of B in C. */
export function productOf(a: Rate, b: Rate): Rate {
  return roundRate({ value: a.value * b.value, scale: a.scale + b.scale });
}

/** The price of B in C, from the prices of A in C and of A in B. quotientOf(1, x) is the inverse of x. */
export function quotientOf(a: Rate, b: Rate): Rate {
  const more = Math.max(0, keptDigits + 1 + digitsOf(b.value) - digitsOf(a.value));
  const scale = a.scale - b.scale + more;
  const value = (a.value * pow10(more)) / b.value;
  return roundRate(scale < 0 ? { value: value * pow10(-scale), scale: 0 } : { value, scale });
}

/** Rounded to at most eighteen digits, half up, and never to zero. */
export function roundRate({ value, scale }: Rate): Rate {
  const dropped = Math.min(scale, Math.max(digitsOf(value) - keptDigits, scale - mostDecimals));
  if (dropped <= 0) return { value, scale };
  const unit = pow10(dropped);
  const rounded = (value + unit / 2n) / unit;
  return { value: rounded === 0n ? 1n : rounded, scale: scale - dropped };
}

/**
 * Parses a JSON number, which may have an exponent. Returns null for other text and for numbers that are not positive.
 */
export function rateOfNumber(text: string): Rate | null {
  const parts = /^(0|[1-9][0-9]{0,30})(?:\.([0-9]{1,60}))?(?:[eE]([+-]?[0-9]{1,2}))?$/.exec(text);
  if (parts === null) return null;
  const fraction = parts[2] ?? '';
  const value = BigInt(`${parts[1]}${fraction}`);
  const scale = fraction.length - Number(parts[3] ?? '0');
  if (value === 0n) return null;
  return roundRate(scale < 0 ? { value: value * pow10(-scale), scale: 0 } : { value, scale });
}

function digitsOf(value: bigint): number {
  return value.toString().length;
}
