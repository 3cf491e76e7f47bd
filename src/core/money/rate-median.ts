// What several sources agree on: the median of their fresh answers, without those that stand apart.
import { pow10 } from './decimal.ts';
import { formatRate, type Rate, type RateEvidence } from './rate.ts';

/** What one source said, and when it was heard. */
export interface HeardRate {
  readonly source: string;
  readonly rate: Rate;
  readonly at: Date;
}

export interface Agreement {
  readonly rate: Rate;
  readonly evidence: RateEvidence;
  /** Sources that were left out because they stood apart from the rest. */
  readonly outliers: readonly string[];
}

/** An answer counts as agreeing within this share of the median. Liquid markets differ by a tenth of it. */
const bandPercent = 2n;
/** A source whose answer moves by more than this share between two rounds is asked again before it is believed. */
const jumpPercent = 10n;

/**
 * The median of the fresh answers within 2 % of the median of all fresh ones; null where fewer than `atLeast` are left.
 * Fresh is at most `maxAgeSeconds` old. The evidence holds every fresh answer, outliers included.
 */
export function agreedRate(
  heard: readonly HeardRate[],
  rule: { now: Date; maxAgeSeconds: number; atLeast: number },
): Agreement | null {
  const fresh = heard.filter((each) => isFresh(each, rule.now, rule.maxAgeSeconds));
  if (fresh.length === 0 || fresh.length < rule.atLeast) return null;
  const middle = medianOf(fresh.map((each) => each.rate));
  const agreeing = fresh.filter((each) => isNear(each.rate, middle, bandPercent));
  if (agreeing.length < rule.atLeast || agreeing.length * 2 <= fresh.length) return null;
  return {
    rate: medianOf(agreeing.map((each) => each.rate)),
    evidence: {
      method: agreeing.length === 1 ? 'single' : 'median',
      at: rule.now.toISOString(),
      sources: fresh.map(({ source, rate, at }) => ({ source, rate: formatRate(rate), at: at.toISOString() })),
    },
    outliers: fresh.filter((each) => !agreeing.includes(each)).map((each) => each.source),
  };
}

export function isFresh(heard: HeardRate, now: Date, maxAgeSeconds: number): boolean {
  return now.getTime() - heard.at.getTime() <= maxAgeSeconds * 1000;
}

/** Whether `next` is too far from `last` to be believed the first time it is said: an inverted pair, a slip, a raid. */
export function isJump(last: Rate, next: Rate): boolean {
  return !isNear(next, last, jumpPercent);
}

/** Of an even number, the mean of the two in the middle, exactly. */
function medianOf(rates: readonly Rate[]): Rate {
  const sorted = [...rates].sort((a, b) => {
    const [left, right] = onOneScale(a, b);
    return left < right ? -1 : left > right ? 1 : 0;
  });
  const upper = sorted[sorted.length >> 1] as Rate;
  if (sorted.length % 2 === 1) return upper;
  return meanOf(sorted[(sorted.length >> 1) - 1] as Rate, upper);
}

/** Half the sum, exactly: half of one is five of the next decimal. */
export function meanOf(a: Rate, b: Rate): Rate {
  const [left, right, scale] = onOneScale(a, b);
  const sum = left + right;
  return sum % 2n === 0n ? { value: sum / 2n, scale } : { value: sum * 5n, scale: scale + 1 };
}

function isNear(rate: Rate, to: Rate, percent: bigint): boolean {
  const [left, right] = onOneScale(rate, to);
  const distance = left > right ? left - right : right - left;
  return distance * 100n <= right * percent;
}

function onOneScale(a: Rate, b: Rate): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale);
  return [a.value * pow10(scale - a.scale), b.value * pow10(scale - b.scale), scale];
}
