// Charts of two periods as plain SVG, hidden from screen readers: a table has the same figures.
import { useMemo } from 'react';
import { words } from '../../../words/words.ts';
import type { ChartPart, PartFigures } from './chart-parts.ts';
import { partText } from './part-text.ts';
import { heightsOf } from './sums.ts';

interface ChartProps {
  readonly title: string;
  /** The figure at the top edge. */
  readonly most: string;
  readonly parts: readonly ChartPart[];
}

/** A bar for each part, and a mark at the height of the period before. */
export function BarChart({ parts, ...frame }: ChartProps) {
  const [bars = [], marks = []] = heightsOf([
    parts.map(({ now }) => now.net),
    parts.map(({ before }) => before?.net ?? '0'),
  ]);
  const width = 100 / parts.length;
  return (
    <Frame parts={parts} {...frame}>
      {bars.map((height, index) => (
        <rect
          key={parts[index]?.from}
          x={index * width + width * 0.15}
          width={width * 0.7}
          y={100 - Math.max(height, 0.8)}
          height={Math.max(height, 0.8)}
          data-empty={height === 0 || undefined}
        />
      ))}
      <path
        className="home-chart-before"
        d={marks
          .flatMap((height, index) =>
            height === 0 ? [] : [`M${index * width + width * 0.05} ${100 - height}h${width * 0.9}`],
          )
          .join('')}
      />
    </Frame>
  );
}

/** A line from part to part, interrupted where there are no invoices. The top edge is 100 %. */
export function LineChart({ parts, ...frame }: ChartProps) {
  const [now, before] = useMemo(
    () => [lineOf(parts.map((part) => part.now)), lineOf(parts.map((part) => part.before))],
    [parts],
  );
  return (
    <Frame parts={parts} {...frame}>
      <path className="home-chart-before" d={before} />
      <path className="home-chart-line" d={now} />
    </Frame>
  );
}

/** A part without neighbours is a short line. */
function lineOf(figures: readonly (PartFigures | null)[]): string {
  const width = 100 / figures.length;
  const isPoint = (index: number) => figures[index]?.conversion != null;
  return figures
    .flatMap((one, index) => {
      if (one === null || one.conversion === null) return [];
      const [x, y] = [index * width + width / 2, 100 - one.conversion * 100];
      if (isPoint(index - 1)) return [`L${x} ${y}`];
      return isPoint(index + 1) ? [`M${x} ${y}`] : [`M${x - width / 4} ${y}h${width / 2}`];
    })
    .join('');
}

function Frame({ title, most, parts, children }: ChartProps & { readonly children: React.ReactNode }) {
  return (
    <figure className="home-chart">
      <figcaption>{title}</figcaption>
      <div className="home-chart-most figures" aria-hidden="true">
        <bdi>{most}</bdi>
      </div>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {children}
      </svg>
      <div className="home-chart-ends" aria-hidden="true">
        <span>{parts[0] === undefined ? null : partText(parts[0])}</span>
        <span>{parts.length < 2 ? null : partText(parts.at(-1) as ChartPart)}</span>
      </div>
    </figure>
  );
}

export function Legend() {
  return (
    <div className="home-legend" aria-hidden="true">
      <span>
        <svg viewBox="0 0 14 10" aria-hidden="true">
          <rect width="14" height="10" />
        </svg>
        {words.today.thisPeriod}
      </span>
      <span>
        <svg viewBox="0 0 14 10" aria-hidden="true">
          <path d="M0 5h14" />
        </svg>
        {words.today.periodBefore}
      </span>
    </div>
  );
}
