// A table of sums: payments, refunds and what is left, one row for each coin or currency.
import type { ReactNode } from 'react';
import { formatFixed } from '../../../../src/core/money/decimal.ts';
import { decimalsOf, isZero, units } from '../../../checkout/rules/figures.ts';
import { number } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import { TableFrame } from './table-frame.tsx';

export interface SumsRow {
  readonly name: string;
  readonly payments: number;
  /** Decimals, for `show`. */
  readonly credited: string;
  readonly reversed: string;
  readonly net: string;
  readonly refunded: string;
  readonly refunds_reversed: string;
  readonly balance: string;
  readonly show: (amount: string) => ReactNode;
  /** The value of `net` in fiat, in a further column. */
  readonly value?: ReactNode;
}

export interface SumsTableProps {
  readonly caption: string;
  /** The heading of the first column. */
  readonly head: string;
  readonly rows: readonly SumsRow[];
}

interface Column {
  readonly title: string;
  readonly cell: (row: SumsRow) => ReactNode;
  /** Hidden on narrow screens. */
  readonly isExtra?: boolean;
}

/** Gross and reversed amounts have columns only if a payment was reversed; refunds, only if one was sent. */
export function SumsTable({ caption, head, rows }: SumsTableProps) {
  const hasReversed = rows.some(({ reversed }) => !isZero(reversed));
  const hasRefunds = rows.some(({ refunded, refunds_reversed }) => !isZero(refunded) || !isZero(refunds_reversed));
  const hasValue = rows.some(({ value }) => value !== undefined);
  const columns: readonly Column[] = [
    { title: words.places.payments, cell: ({ payments }) => number(payments), isExtra: hasValue },
    ...(hasReversed
      ? [
          { title: words.payments.gross, cell: ({ show, credited }: SumsRow) => show(credited) },
          { title: words.payments.reversed, cell: ({ show, reversed }: SumsRow) => show(reversed) },
        ]
      : []),
    { title: words.payments.net, cell: ({ show, net }) => show(net) },
    ...(hasRefunds
      ? [
          { title: words.payments.sumRefunded, cell: (row: SumsRow) => row.show(refundedOf(row)) },
          { title: words.payments.balance, cell: ({ show, balance }: SumsRow) => show(balance) },
        ]
      : []),
    ...(hasValue ? [{ title: words.today.volume, cell: ({ value }: SumsRow) => value }] : []),
  ];
  return (
    <TableFrame label={caption}>
      <table className="plain-table">
        <caption className="off-screen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map(({ title, isExtra }) => (
              <th key={title} scope="col" className={classOf(isExtra)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{row.name}</th>
              {columns.map(({ title, cell, isExtra }) => (
                <td key={title} className={`${classOf(isExtra)} figures`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

/** What refunds sent out, without the part that a chain took back. */
function refundedOf({ refunded, refunds_reversed: reversed }: SumsRow): string {
  const digits = Math.max(decimalsOf(refunded), decimalsOf(reversed));
  return formatFixed(units(refunded, digits) - units(reversed, digits), digits);
}

const classOf = (isExtra: boolean | undefined): string => (isExtra ? 'end mantine-visible-from-sm' : 'end');
