// A list of any length that stays true: its newest rows are asked anew when something happens, the rest page by page.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, type Query } from '../browser/api.ts';
import { type Cell, cell, useCell } from '../browser/cell.ts';
import { onHappening } from '../browser/live.ts';
import { type Known, nothingKnown, type Row, withNewest, withOlder, withRow } from './list-memory.ts';

export interface LongListOptions<T extends Row> {
  /** As in '/invoices'; events make its newest rows be asked again under this name. */
  readonly path: `/${string}`;
  /** null: there is no app yet. */
  readonly appId: string | null;
  readonly query: Query;
  /** How often the newest rows are asked for besides, where not everything that changes them is an event. */
  readonly everyMillis?: number;
  /** Reads one row of this invoice again; without it older rows stay as they were read. */
  readonly readAgain?: (invoiceId: string) => Promise<T>;
}

export interface LongList<T extends Row> {
  readonly rows: readonly T[];
  readonly counts: Readonly<Record<string, number>> | null;
  /** Nothing of this list has come yet. What is shown meanwhile is of the filter before. */
  readonly isAwaited: boolean;
  /** Why the newest rows could not be asked for. */
  readonly error: Error | null;
  readonly again: () => void;
  readonly more: { readonly hasMore: boolean; readonly isLoading: boolean; readonly load: () => void };
}

const pageSize = 100;
const mostRemembered = 12;
/** So that whoever comes back from an invoice finds the list as long as it was. */
const remembered = new Map<string, Cell<Known<never>>>();

export function useLongList<T extends Row>(options: LongListOptions<T>): LongList<T> {
  const { path, appId, query, everyMillis = false, readAgain } = options;
  const asked = { ...query, app_id: appId ?? undefined, limit: pageSize };
  const memory = memoryOf<T>(JSON.stringify([path, asked]));
  const known = useCell(memory);
  const newest = useQuery({
    queryKey: [path.slice(1), appId, 'newest', query],
    queryFn: ({ signal }) => api.page<T>(path, { ...asked, counts: true }, signal),
    enabled: appId !== null,
    refetchInterval: everyMillis,
  });
  const { data } = newest;
  useEffect(() => {
    if (data !== undefined) memory.set(withNewest(memory.get(), data.items, data.next));
  }, [data, memory]);
  useChangedRows(memory, readAgain);
  const [isLoading, setLoading] = useState(false);
  const load = async () => {
    const { next } = memory.get();
    if (next === null || isLoading) return;
    setLoading(true);
    memory.set({ ...memory.get(), goesOn: true });
    try {
      const page = await api.page<T>(path, { ...asked, cursor: next });
      if (memory.get().next === next) memory.set(withOlder(memory.get(), page.items, page.next));
    } catch {
      // The button that asks for more is still there, and the bar above says that nothing answers.
    } finally {
      setLoading(false);
    }
  };
  // Not before it is remembered: in between nothing would be there, and whoever stands on a row would lose it.
  const isAwaited = known === (nothingKnown as Known<T>);
  const shown = useKept(isAwaited ? null : known) ?? nothingKnown;
  const rows = useJoined(shown);
  return {
    rows,
    counts: data?.counts ?? null,
    isAwaited,
    error: data === undefined ? newest.error : null,
    again: () => void newest.refetch(),
    more: { hasMore: !isAwaited && known.next !== null, isLoading, load: () => void load() },
  };
}

function memoryOf<T extends Row>(key: string): Cell<Known<T>> {
  const there = remembered.get(key) ?? cell<Known<never>>(nothingKnown);
  remembered.delete(key);
  remembered.set(key, there);
  const [oldest] = remembered.keys();
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
  return there as unknown as Cell<Known<T>>;
}

/** Older rows are read again one by one when something happens to them. */
function useChangedRows<T extends Row>(memory: Cell<Known<T>>, readAgain?: (id: string) => Promise<T>): void {
  const read = useRef(readAgain);
  read.current = readAgain;
  useEffect(
    () =>
      onHappening((invoiceId) => {
        if (invoiceId === null || !memory.get().older.some(({ id }) => id === invoiceId)) return;
        read.current?.(invoiceId).then(
          (row) => memory.set(withRow(memory.get(), row)),
          () => undefined,
        );
      }),
    [memory],
  );
}

/** The last value that was not null. */
function useKept<T>(value: T | null): T | null {
  const kept = useRef(value);
  if (value !== null) kept.current = value;
  return kept.current;
}

function useJoined<T extends Row>(known: Known<T>): readonly T[] {
  const joined = useRef<{ of: Known<T>; rows: readonly T[] } | null>(null);
  if (joined.current?.of !== known) joined.current = { of: known, rows: [...known.newest, ...known.older] };
  return joined.current.rows;
}
