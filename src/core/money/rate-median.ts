// The rate that several sources agree on: the median of their fresh answers that lie close together.

import { formatRate, type Rate, type RateEvidence } from './rate.ts';
import { isNear, onOneScale } from './rate-band.ts';

/** The answer of one source and its time. */
export interface HeardRate {
  readonly source: string;
  readonly rate: Rate;
  readonly at: Date;
  /** The greatest age at which this answer counts, if it differs from the rule's. */
  readonly maxAgeSeconds?: number;
}

export interface AgreementRule {
  readonly now: Date;
  readonly maxAgeSeconds: number;
  /** How many sources must agree. */
  readonly atLeast: number;
  /** The greatest spread of agreeing answers, in hundredths of a percent of the lowest. */
  readonly deviationBps: number;
}

export interface Agreement {
  readonly rate: Rate;
  readonly evidence: RateEvidence;
  /** Sources that were left out because their answers were too far from the others. */
  readonly outliers: readonly string[];
}

/**
 * The median of the largest group of fresh answers within the deviation. If groups are equally large, the one with the
 * smaller spread counts. Null if the group is not a majority of the fresh answers or has fewer than `atLeast`. So
 * sources that are half or fewer of all cannot move the price further than the deviation from an honest one. The
 * evidence holds every fresh answer, including outliers.
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

/** Whether the answer is not too old. An answer with a time in the future counts as fresh. */
export function isFresh(heard: HeardRate, rule: Pick<AgreementRule, 'now' | 'maxAgeSeconds'>): boolean {
  return rule.now.getTime() - heard.at.getTime() <= (heard.maxAgeSeconds ?? rule.maxAgeSeconds) * 1000;
}

/** The exact mean. An odd sum needs one more decimal. */
export function meanOf(a: Rate, b: Rate): Rate {
  const [left, right, scale] = onOneScale(a, b);
  const sum = left + right;
  return sum % 2n === 0n ? { value: sum / 2n, scale } : { value: sum * 5n, scale: scale + 1 };
}

/** The result is sorted by rate. */
function largestCamp(fresh: readonly HeardRate[], deviationBps: bigint): readonly HeardRate[] {
  const sorted = [...fresh].sort((a, b) => compare(a.rate, b.rate));
  const camps = sorted.map((lowest, from) =>
    sorted.slice(from).filter((each) => isNear(each.rate, lowest.rate, deviationBps)),
  );
  return camps.reduce((best, camp) =>
    camp.length > best.length || (camp.length === best.length && isCloser(camp, best)) ? camp : best,
  );
}

/** Whether the ratio of highest to lowest is smaller. */
function isCloser(camp: readonly HeardRate[], than: readonly HeardRate[]): boolean {
  const [low, high] = onOneScale(camp[0]?.rate as Rate, camp.at(-1)?.rate as Rate);
  const [otherLow, otherHigh] = onOneScale(than[0]?.rate as Rate, than.at(-1)?.rate as Rate);
  return high * otherLow < otherHigh * low;
}

/** The median of `rates`, which must be sorted. For an even number, the exact mean of the middle two. */
function medianOf(rates: readonly Rate[]): Rate {
  const upper = rates[rates.length >> 1] as Rate;
  if (rates.length % 2 === 1) return upper;
  return meanOf(rates[(rates.length >> 1) - 1] as Rate, upper);
}

function compare(a: Rate, b: Rate): number {
  const [left, right] = onOneScale(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}
