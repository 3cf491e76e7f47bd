// A rate is the price of one whole coin in a fiat currency, kept as an exact decimal.
import { divideUp, formatUnits, parseUnits, pow10 } from './decimal.ts';

/** value ÷ 10^scale units of fiat (whole units, not minor ones) for one whole coin. Always positive. */
export interface Rate {
  readonly value: bigint;
  readonly scale: number;
}

/**
 * How a rate came about, kept with each quote: every source's answer and the time (RFC 3339) it was heard. `cross`: the
 * coin's price in one currency times that currency's in another, so each answer names its `pair`.
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

/** Reads a rate from a plain decimal; null for anything else, and for zero. */
export function parseRate(text: string): Rate | null {
  const scale = text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
  const value = parseUnits(text, scale);
  return typeof value === 'bigint' && value > 0n ? { value, scale } : null;
}

export function formatRate(rate: Rate): string {
  return formatUnits(rate.value, rate.scale);
}

/**
 * The crypto amount (smallest units) that is worth at least `fiat` (minor units): rounded up, so that it is never less.
 * This, valueAtRate and splitValue are the only places where money is rounded.
 */
export function amountForValue(fiat: bigint, minorDecimals: number, rate: Rate, assetDecimals: number): bigint {
  return divideUp(fiat * pow10(rate.scale + assetDecimals), rate.value * pow10(minorDecimals));
}

/**
 * What `amount` (smallest units) is worth in fiat minor units: rounded down, so that nothing is credited that did not
 * come.
 */
export function valueAtRate(amount: bigint, assetDecimals: number, rate: Rate, minorDecimals: number): bigint {
  return (amount * rate.value * pow10(minorDecimals)) / pow10(rate.scale + assetDecimals);
}

/**
 * Shares `value` in proportion to `amounts` (all positive): each share is what the amounts up to and including it are
 * worth, rounded down, less the shares before, so that nothing is lost or made and the shares add up to `value`.
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
