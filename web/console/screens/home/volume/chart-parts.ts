// The parts of a chart: each with its figures, and the figures at the same place in the period before.
import { type Period, partsOf } from './periods.ts';
import { netIn, type Part, turnoutOf, zeroLike } from './sums.ts';

export interface PartFigures {
  readonly created: number;
  readonly paid: number;
  /** From 0 to 1; null without invoices. */
  readonly conversion: number | null;
  /** A decimal of the chart's currency. */
  readonly net: string;
}

export interface ChartPart {
  /** The first and the last day, such as '2026-11-23'. */
  readonly from: string;
  readonly to: string;
  readonly step: Period['step'];
  readonly now: PartFigures;
  /** Null while the period before is not loaded. */
  readonly before: PartFigures | null;
}

export interface ChartData {
  /** Statistics by day, without gaps. */
  readonly now: readonly Part[];
  readonly before: readonly Part[];
  readonly step: Period['step'];
  readonly currency: string;
}

export function chartParts({ now, before, step, currency }: ChartData): ChartPart[] {
  const dated = (parts: readonly Part[]) =>
    parts.flatMap((part) => (part.date === undefined ? [] : [{ ...part, date: part.date }]));
  const zero = zeroLike([...now, ...before], currency);
  const figuresOf = (days: readonly Part[]): PartFigures => ({
    ...turnoutOf(days),
    net: netIn(days, currency) ?? zero,
  });
  const earlier = partsOf(dated(before), step);
  return partsOf(dated(now), step).map((days, index) => {
    const there = earlier[index];
    return {
      from: days[0]?.date ?? '',
      to: days.at(-1)?.date ?? '',
      step,
      now: figuresOf(days),
      before: there === undefined ? null : figuresOf(there),
    };
  });
}
