// The figures of the charts as a table, for screen readers and for everyone who opens it.
import { TableFrame } from '../../../parts/sheets/table-frame.tsx';
import { percent, price } from '../../../words/figures.ts';
import { words } from '../../../words/words.ts';
import type { ChartPart, PartFigures } from './chart-parts.ts';
import { partText } from './part-text.ts';

interface FiguresTableProps {
  readonly parts: readonly ChartPart[];
  /** Null: no payment in both periods. */
  readonly currency: string | null;
}

export function FiguresTable({ parts, currency }: FiguresTableProps) {
  const columns = columnsOf(currency);
  return (
    <details className="home-details">
      <summary>{words.today.showFigures}</summary>
      <TableFrame label={words.today.volume}>
        <table className="plain-table">
          <caption className="off-screen">{words.today.volume}</caption>
          <thead>
            <tr>
              <th scope="col">{words.today.range}</th>
              {columns.map(({ title }) => (
                <th key={title} scope="col" className="end">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <tr key={part.from}>
                <th scope="row">{partText(part)}</th>
                {columns.map(({ title, show }) => (
                  <td key={title} className="end figures">
                    <bdi>{show(part)}</bdi>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
    </details>
  );
}

interface Column {
  readonly title: string;
  readonly show: (part: ChartPart) => string;
}

function columnsOf(currency: string | null): readonly Column[] {
  const both = (title: string, show: (figures: PartFigures) => string): Column[] => [
    { title, show: ({ now }) => show(now) },
    {
      title: words.today.columnBefore({ column: title }),
      show: ({ before }) => (before === null ? '–' : show(before)),
    },
  ];
  return [
    ...(currency === null ? [] : both(words.today.volume, ({ net }) => price(net, currency))),
    { title: words.places.invoices, show: ({ now }) => String(now.created) },
    ...both(words.today.conversion, ({ conversion }) => (conversion === null ? '–' : percent(conversion))),
  ];
}
