// The loaded rows of a long list: the newest, refetched at every event, and older ones, fetched once.

export interface Row {
  readonly id: string;
  /** RFC 3339. Lists are newest first, and by id among equal times. */
  readonly created_at: string;
}

export interface Known<T extends Row> {
  readonly newest: readonly T[];
  /** The rows after the newest, as far as they were loaded. */
  readonly older: readonly T[];
  /** The cursor of the next page; null on the last. */
  readonly next: string | null;
  /** Whether more than the newest rows were ever loaded. */
  readonly goesOn: boolean;
}

export const nothingKnown: Known<never> = { newest: [], older: [], next: null, goesOn: false };

/** Adds a refetched first page: rows that it pushes out become older rows. */
export function withNewest<T extends Row>(known: Known<T>, newest: readonly T[], next: string | null): Known<T> {
  const last = newest.at(-1);
  if (!known.goesOn || next === null || last === undefined) return { newest, older: [], next, goesOn: false };
  const before = [...known.newest, ...known.older];
  const ids = new Set(newest.map(({ id }) => id));
  // More rows arrived than one page holds: the rows in between are unknown, so the list starts again.
  if (!before.some(({ id }) => ids.has(id))) return { newest, older: [], next, goesOn: false };
  return { ...known, newest, older: before.filter((row) => isOlder(row, last)) };
}

/** Adds a further page. */
export function withOlder<T extends Row>(known: Known<T>, page: readonly T[], next: string | null): Known<T> {
  return { ...known, older: [...known.older, ...page], next, goesOn: true };
}

/** Replaces one of the older rows. It keeps its place, even if it no longer fits the filter. */
export function withRow<T extends Row>(known: Known<T>, changed: T): Known<T> {
  if (!known.older.some(({ id }) => id === changed.id)) return known;
  return { ...known, older: known.older.map((row) => (row.id === changed.id ? changed : row)) };
}

function isOlder(row: Row, than: Row): boolean {
  return row.created_at === than.created_at ? row.id < than.id : row.created_at < than.created_at;
}
