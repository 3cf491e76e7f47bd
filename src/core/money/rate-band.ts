// Decides whether to believe a rate from a source that cannot be cross-checked, by comparing it with earlier rates of
// the pair.
import { pow10 } from './decimal.ts';
import type { Rate } from './rate.ts';

/** A rate of a pair that was believed, and when. */
export interface BelievedRate {
  readonly rate: Rate;
  readonly at: Date;
}

/** Older rates are ignored. */
export const forgottenMillis = 30 * 24 * 3_600_000;
/** The largest believable change within an hour, in hundredths of a percent. Markets rarely move more. */
const hourlyBps = 500n;
/** The largest believable change, regardless of age. An inverted or multiplied rate is never believed. */
const mostBps = 5_000n;
const hourMillis = 3_600_000;

/**
 * Whether the rate is within 5 % of every rate believed in the last hour. For older rates the limit grows by 5 % for
 * each hour, up to 50 %, and an inverse of the old rate is refused. Without earlier rates, any rate is believed.
 */
export function isBelievable(next: Rate, past: readonly BelievedRate[], now: Date): boolean {
  return past.every(({ rate, at }) => {
    const millis = Math.max(0, now.getTime() - at.getTime());
    if (millis > forgottenMillis) return true;
    if (isNear(next, rate, hourlyBps)) return true;
    const grown = (hourlyBps * BigInt(millis)) / BigInt(hourMillis);
    return isNear(next, rate, grown < mostBps ? grown : mostBps) && !isInverse(next, rate);
  });
}

/** Whether `rate` is within this many hundredths of a percent of `to`. */
export function isNear(rate: Rate, to: Rate, bps: bigint): boolean {
  const [left, right] = onOneScale(rate, to);
  const distance = left > right ? left - right : right - left;
  return distance * 10_000n <= right * bps;
}

/** Both rates as integers of the same unit, and the decimals of that unit. */
export function onOneScale(a: Rate, b: Rate): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale);
  return [a.value * pow10(scale - a.scale), b.value * pow10(scale - b.scale), scale];
}

/** Whether the product of the rates is about one. */
function isInverse(a: Rate, b: Rate): boolean {
  const product = { value: a.value * b.value, scale: a.scale + b.scale };
  return isNear(product, { value: 1n, scale: 0 }, hourlyBps);
}
