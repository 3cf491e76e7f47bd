// What several sources agree on: the median of those of their fresh answers that lie close together.

import { formatRate, type Rate, type RateEvidence } from './rate.ts';
import { isNear, onOneScale } from './rate-band.ts';

/** What one source said, and when it was heard. */
export interface HeardRate {
  readonly source: string;
  readonly rate: Rate;
  readonly at: Date;
  /** How old it may be and still count, where that is not the rule's. */
  readonly maxAgeSeconds?: number;
}

export interface AgreementRule {
  readonly now: Date;
  readonly maxAgeSeconds: number;
  /** How many must agree. */
  readonly atLeast: number;
  /** How far apart those that agree may be, in hundredths of a percent of the lowest. */
  readonly deviationBps: number;
}

export interface Agreement {
  readonly rate: Rate;
  readonly evidence: RateEvidence;
  /** Sources that were left out because they stood apart from the rest. */
  readonly outliers: readonly string[];
}

/**
 * The median of those fresh answers of which no two are further apart than the deviation: the largest such camp, and
 * of two as large the closer one. null where it is no more than half of what is fresh, or fewer than `atLeast`. So
 * whoever makes up half of the sources or less never moves the price further than the deviation from an honest one. The
 * evidence holds every fresh answer, outliers included.
 */
export function agreedRate(heard: readonly HeardRate[], rule: AgreementRule): Agreement | null {
  const fresh = heard.filter((each) => isFresh(each, rule));
  if (fresh.length === 0) return null;
  const agreeing = largestCamp(fresh, BigInt(rule.deviationBps));
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

/** An answer is at most so old. One from the future of this clock is fresh. */
export function isFresh(heard: HeardRate, rule: Pick<AgreementRule, 'now' | 'maxAgeSeconds'>): boolean {
  return rule.now.getTime() - heard.at.getTime() <= (heard.maxAgeSeconds ?? rule.maxAgeSeconds) * 1000;
}

/** Half the sum, exactly: half of one is five of the next decimal. */
export function meanOf(a: Rate, b: Rate): Rate {
  const [left, right, scale] = onOneScale(a, b);
  const sum = left + right;
  return sum % 2n === 0n ? { value: sum / 2n, scale } : { value: sum * 5n, scale: scale + 1 };
}

/** Sorted by rate. */
function largestCamp(fresh: readonly HeardRate[], deviationBps: bigint): readonly HeardRate[] {
  const sorted = [...fresh].sort((a, b) => compare(a.rate, b.rate));
  const camps = sorted.map((lowest, from) =>
    sorted.slice(from).filter((each) => isNear(each.rate, lowest.rate, deviationBps)),
  );
  return camps.reduce((best, camp) =>
    camp.length > best.length || (camp.length === best.length && isCloser(camp, best)) ? camp : best,
  );
}

/** Whether the highest is a smaller multiple of the lowest. */
function isCloser(camp: readonly HeardRate[], than: readonly HeardRate[]): boolean {
  const [low, high] = onOneScale(camp[0]?.rate as Rate, camp.at(-1)?.rate as Rate);
  const [otherLow, otherHigh] = onOneScale(than[0]?.rate as Rate, than.at(-1)?.rate as Rate);
  return high * otherLow < otherHigh * low;
}

/** Of an even number, the mean of the two in the middle, exactly. `rates` is sorted. */
function medianOf(rates: readonly Rate[]): Rate {
  const upper = rates[rates.length >> 1] as Rate;
  if (rates.length % 2 === 1) return upper;
  return meanOf(rates[(rates.length >> 1) - 1] as Rate, upper);
}

function compare(a: Rate, b: Rate): number {
  const [left, right] = onOneScale(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}
