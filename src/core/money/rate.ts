// A rate is the price of one whole coin in a fiat currency, as an exact decimal.
import { divideUp, formatUnits, parseUnits, pow10 } from './decimal.ts';

/** One whole coin costs value ÷ 10^scale whole units of fiat. Always positive. */
export interface Rate {
  readonly value: bigint;
  readonly scale: number;
}

/**
 * The origin of a rate, kept with each quote: every source's answer and its time (RFC 3339). `cross`: the coin's price
 * in one currency, multiplied by the price of that currency in another; each answer names its `pair`.
 */
export interface RateEvidence {
  readonly method: 'fixed' | 'at_par' | 'median' | 'single' | 'cross';
  readonly at: string;
  readonly sources: readonly SourceAnswer[];
}

export interface SourceAnswer {
  readonly source: string;
  readonly rate: string;
  readonly at: string;
  readonly pair?: string;
}

/** Parses a rate from a plain decimal. Returns null for other text and for zero. */
export function parseRate(text: string): Rate | null {
  const scale = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
  const value = parseUnits(text, scale);
  return typeof value === 'bigint' && value > 0n ? { value, scale } : null;
}

export function formatRate(rate: Rate): string {
  return formatUnits(rate.value, rate.scale);
}

/**
 * The smallest crypto amount (smallest units) that is worth at least `fiat` (minor units). Only this function,
 * valueAtRate and splitValue round money.
 */
export function amountForValue(fiat: bigint, minorDecimals: number, rate: Rate, assetDecimals: number): bigint {
  return divideUp(fiat * pow10(rate.scale + assetDecimals), rate.value * pow10(minorDecimals));
}

/**
 * The value of `amount` (smallest units) in fiat minor units, rounded down so that no more is credited than was
 * received.
 */
export function valueAtRate(amount: bigint, assetDecimals: number, rate: Rate, minorDecimals: number): bigint {
  return (amount * rate.value * pow10(minorDecimals)) / pow10(rate.scale + assetDecimals);
}

/**
 * Splits `value` in proportion to `amounts` (all positive). Each share is the rounded-down value of all amounts up to
 * this one, less the earlier shares, so the shares add up to exactly `value`.
 */
export function splitValue(value: bigint, amounts: readonly bigint[]): bigint[] {
  const whole = amounts.reduce((sum, amount) => sum + amount, 0n);
  let seen = 0n;
  let given = 0n;
  return amounts.map((amount) => {
    seen += amount;
    const upTo = (value * seen) / whole;
    const share = upTo - given;
    given = upTo;
    return share;
  });
}
