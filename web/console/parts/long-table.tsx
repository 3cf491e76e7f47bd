// A table of any length: only the visible rows are drawn, and the next page is loaded as its rows come near.
import { Button, Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { addActs, type RowAct, showActs } from '../rows/row-acts.ts';
import { words } from '../words/words.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Aligns amounts at the end of their column. */
  readonly atEnd?: boolean;
  /** Hidden on narrow screens. */
  readonly isExtra?: boolean;
}

export interface LongTableProps<Row> {
  /** The name of the list for screen readers: 'Invoices'. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The effect of Enter and of a click on a row. */
  readonly open?: (row: Row) => void;
  /** Further actions of a row: in its menu, and by `.` and a letter. */
  readonly acts?: (row: Row) => readonly RowAct[];
  /**
   * As in useInfiniteQuery: whether there are more rows, whether they are loading, and the function that loads them.
   */
  readonly more?: { readonly hasMore: boolean; readonly isLoading: boolean; readonly load: () => void };
}

const rowHeight = 53;

export function LongTable<Row>({ label, rows, columns, keyOf, open, acts, more }: LongTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    getItemKey: (index) => keyOf(rows[index] as Row),
  });
  const shown = virtual.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  const isNearEnd = more?.hasMore === true && !more.isLoading && rows.length > 0 && lastShown >= rows.length - 20;
  const load = more?.load;
  useEffect(() => {
    if (isNearEnd) load?.();
  }, [isNearEnd, load]);
  const width = columns.length + (acts === undefined ? 0 : 1);
  const [before, after] = [shown[0]?.start ?? 0, virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard.
    <section className="long-table" ref={scroller} aria-label={label} tabIndex={0} style={{ maxHeight: '70vh' }}>
      <table aria-rowcount={rows.length}>
        <thead>
          <tr>
            {columns.map(({ title, atEnd, isExtra }) => (
              <th key={title} scope="col" className={classOf({ atEnd, isExtra })}>
                {title}
              </th>
            ))}
            {acts === undefined ? null : (
              <th scope="col" className="mantine-visible-from-sm">
                <span className="off-screen">{words.common.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          <Filler height={before} columns={width} />
          {shown.map(({ index, key }) => (
            <TableRow
              key={key}
              index={index}
              row={rows[index] as Row}
              measure={virtual.measureElement}
              {...{ columns, open, acts }}
            />
          ))}
          <Filler height={after} columns={width} />
        </tbody>
      </table>
      {more?.hasMore ? (
        <div style={{ padding: 12, textAlign: 'center' }}>
          {more.isLoading ? (
            <Loader size="sm" aria-label={words.common.loadingMore} />
          ) : (
            <Button variant="default" onClick={more.load}>
              {words.common.showMore}
            </Button>
          )}
        </div>
      ) : null}
    </section>
  );
}

interface TableRowProps<Row> extends Pick<LongTableProps<Row>, 'columns' | 'open' | 'acts'> {
  readonly index: number;
  readonly row: Row;
  /** Receives the row's element, to measure its height. */
  readonly measure: (row: HTMLElement | null) => void;
}

function TableRow<Row>({ index, row, columns, open, acts, measure }: TableRowProps<Row>) {
  const element = useRef<HTMLTableRowElement>(null);
  const allActs = () => [
    ...(open === undefined ? [] : [{ words: words.common.open, act: () => open(row) }]),
    ...(acts?.(row) ?? []),
  ];
  const placed = (here: HTMLTableRowElement | null) => {
    element.current = here;
    measure(here);
    addActs(allActs)(here);
  };
  return (
    <tr
      ref={placed}
      data-index={index}
      data-row
      aria-rowindex={index + 1}
      {...(open === undefined ? {} : opening(() => open(row)))}
    >
      {columns.map(({ title, cell, atEnd, isExtra }) => (
        <td key={title} className={classOf({ atEnd, isExtra })}>
          {cell(row)}
        </td>
      ))}
      {acts === undefined ? null : (
        <td className="end mantine-visible-from-sm">
          <button
            type="button"
            className="row-acts"
            data-row-acts
            aria-label={words.common.rowActions}
            aria-haspopup="menu"
            tabIndex={-1}
            onClick={() => element.current !== null && showActs(element.current)}
          >
            ⋯
          </button>
        </td>
      )}
    </tr>
  );
}

function classOf({ atEnd, isExtra }: { atEnd: boolean | undefined; isExtra: boolean | undefined }): string {
  return `${atEnd ? 'end' : ''}${isExtra ? ' mantine-visible-from-sm' : ''}`.trim();
}

/** A click anywhere in the row opens it, unless it was on a link or button in the row; arrow keys move between rows. */
function opening(open: () => void) {
  return {
    'data-open': true,
    tabIndex: 0,
    onClick: (event: React.MouseEvent) => {
      if (!(event.target as Element).closest('a,button,input,label')) open();
    },
    onKeyDown: (event: KeyboardEvent<HTMLTableRowElement>) => {
      if (event.target !== event.currentTarget) return;
      if (event.key === 'Enter') open();
      const near = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const;
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      (event.currentTarget[near[event.key]] as HTMLElement | null)?.focus();
    },
  };
}

function Filler({ height, columns }: { readonly height: number; readonly columns: number }) {
  if (height <= 0) return null;
  return (
    <tr className="filler" aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
