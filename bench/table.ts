// The results of benchmarks: a table of product figures and floor figures from the same run, with verdicts.

/** One figure over several runs, in `unit`. */
export interface Figure {
  readonly unit: string;
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export interface Row {
  /** The goal that the row belongs to, e.g. A1. */
  readonly goal: string;
  readonly what: string;
  readonly product: Figure;
  /** The figure of a minimal program in the same run on the same machine; null if the goal is an absolute bound. */
  readonly floor: Figure | null;
  /** The value compared with the bounds: the ratio of product to floor, or the product's own figure. */
  readonly judged: 'ratio' | 'product';
  readonly better: 'higher' | 'lower';
  /** The bound that blocks a release: a minimum, or a maximum if lower is better. */
  readonly must: number;
  /** The promised value. */
  readonly promised: number;
  /** Why the row is void, e.g. because a scanner found a different number of transfers than the floor. */
  readonly void?: string;
}

export type Verdict = 'goal' | 'must' | 'BELOW MUST' | 'VOID';

/** The median and the range of some runs. */
export function figure(unit: string, runs: readonly number[]): Figure {
  const sorted = runs.toSorted((a, b) => a - b);
  if (sorted.length === 0) throw new Error('A figure needs a run');
  return { unit, median: percentile(sorted, 0.5), least: sorted[0] as number, most: sorted.at(-1) as number };
}

/** The percentile `share` (0 to 1) of ascending values, interpolated between neighbors. */
export function percentile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below, above] = [sorted[Math.floor(place)] as number, sorted[Math.ceil(place)] as number];
  return below + (above - below) * (place - Math.floor(place));
}

export function ratioOf(row: Pick<Row, 'product' | 'floor'>): number | null {
  return row.floor === null ? null : row.product.median / row.floor.median;
}

export function verdictOf(row: Row): Verdict {
  if (row.void !== undefined) return 'VOID';
  const value = row.judged === 'ratio' ? ratioOf(row) : row.product.median;
  if (value === null) throw new Error(`${row.what} has no floor to be judged by`);
  const reaches = (bound: number) => (row.better === 'higher' ? value >= bound : value <= bound);
  if (reaches(row.promised)) return 'goal';
  return reaches(row.must) ? 'must' : 'BELOW MUST';
}

/** The table with aligned columns, followed by the reasons for void rows. */
export function printTable(rows: readonly Row[]): string {
  const head = ['', 'what', 'product', 'floor', 'ratio', 'must', 'goal', 'verdict'];
  const lines = rows.map((row) => [
    row.goal,
    row.what,
    shown(row.product),
    row.floor === null ? '–' : shown(row.floor),
    ratioOf(row)?.toFixed(2) ?? '–',
    bound(row, row.must),
    bound(row, row.promised),
    verdictOf(row),
  ]);
  const widths = head.map((title, column) =>
    Math.max(...[head, ...lines].map((line) => (line[column] ?? title).length)),
  );
  const text = [head, widths.map((width) => '─'.repeat(width)), ...lines].map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join('  ')
      .trimEnd(),
  );
  const reasons = rows.flatMap((row) =>
    row.void === undefined ? [] : [`${row.goal} ${row.what} is void: ${row.void}`],
  );
  return [
    ...text,
    ...reasons,
    'Median of the runs (least–most). Ratios hold on any machine, figures only on this one.',
  ].join('\n');
}

function shown({ unit, median, least, most }: Figure): string {
  return `${number(median)} ${unit} (${number(least)}–${number(most)})`;
}

function bound(row: Row, value: number): string {
  const sign = row.better === 'higher' ? '≥' : '≤';
  return row.judged === 'ratio' ? `${sign} ${value}` : `${sign} ${number(value)} ${row.product.unit}`;
}

function number(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: value >= 1000 ? 4 : 3 });
}
