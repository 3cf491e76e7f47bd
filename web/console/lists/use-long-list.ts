// A list of any length that stays up to date: its newest rows are refetched at events, the rest is loaded page by page.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api, type Query } from '../browser/api.ts';
import { type Cell, cell, useCell } from '../browser/cell.ts';
import { onHappening } from '../browser/live/follow-app.ts';
import { type Known, nothingKnown, type Row, withNewest, withOlder, withRow } from './list-memory.ts';

export interface LongListOptions<T extends Row> {
  /** Such as '/invoices'; events refetch the newest rows under this name. */
  readonly path: `/${string}`;
  /** Null: the user has no app yet. */
  readonly appId: string | null;
  readonly query: Query;
  /** Also refetches the newest rows at this interval, for changes without an event. */
  readonly everyMillis?: number;
  /** Reads the row of this invoice again; without it older rows stay as they were loaded. */
  readonly readAgain?: (invoiceId: string) => Promise<T>;
}

export interface LongList<T extends Row> {
  readonly rows: readonly T[];
  readonly counts: Readonly<Record<string, number>> | null;
  /** Nothing of this list is loaded yet; the rows of the previous filter are shown meanwhile. */
  readonly isAwaited: boolean;
  /** Why the newest rows could not be loaded. */
  readonly error: Error | null;
  readonly again: () => void;
  readonly more: { readonly hasMore: boolean; readonly isLoading: boolean; readonly load: () => void };
}

const pageSize = 100;
const mostRemembered = 12;
/** Keeps the list's length for users who return from an invoice. */
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
      // The button for more rows stays, and the bar at the top reports the lost connection.
    } finally {
      setLoading(false);
    }
  };
  // Not before it is remembered: otherwise the list would be empty for a moment and a focused row would be lost.
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

/** Reads older rows again, one by one, when an event is about them. */
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
