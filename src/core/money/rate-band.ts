// Whether the word of a source that nobody else can check is to be believed, by what was believed of the pair before.
import { pow10 } from './decimal.ts';
import type { Rate } from './rate.ts';

/** What a pair was believed to be worth, and when. */
export interface BelievedRate {
  readonly rate: Rate;
  readonly at: Date;
}

/** What is older says nothing any more. */
export const forgottenMillis = 30 * 24 * 3_600_000;
/** Within an hour a price moves by no more than this, in hundredths of a percent; markets seldom do. */
const hourlyBps = 500n;
/** However long ago it was. So nothing inverted, and nothing several times off, is ever believed. */
const mostBps = 5_000n;
const hourMillis = 3_600_000;

/**
 * Whether it lies within 5 % of everything believed in the last hour, and within as much for each hour since of what is
 * older, 50 % at most; and is not what was believed turned the other way round. With nothing before it, anything is.
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

/** Whether `rate` is within so many hundredths of a percent of `to`. */
export function isNear(rate: Rate, to: Rate, bps: bigint): boolean {
  const [left, right] = onOneScale(rate, to);
  const distance = left > right ? left - right : right - left;
  return distance * 10_000n <= right * bps;
}

/** Both as whole numbers of the same unit, and its decimals. */
export function onOneScale(a: Rate, b: Rate): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale);
  return [a.value * pow10(scale - a.scale), b.value * pow10(scale - b.scale), scale];
}

/** Whether their product is about one. */
function isInverse(a: Rate, b: Rate): boolean {
  const product = { value: a.value * b.value, scale: a.scale + b.scale };
  return isNear(product, { value: 1n, scale: 0 }, hourlyBps);
}
