// What is known of a long list: its newest rows, asked anew whenever something happens, and older ones, asked once.

export interface Row {
  readonly id: string;
  /** RFC 3339. Lists are newest first, and by id where two are of one moment. */
  readonly created_at: string;
}

export interface Known<T extends Row> {
  readonly newest: readonly T[];
  /** What comes after the newest, as far as it was asked for. */
  readonly older: readonly T[];
  /** The cursor of what comes next; null: nothing does. */
  readonly next: string | null;
  /** Whether more than the newest was ever asked for. */
  readonly goesOn: boolean;
}

export const nothingKnown: Known<never> = { newest: [], older: [], next: null, goesOn: false };

/** The newest rows came anew: what they push out is kept among the older ones. */
export function withNewest<T extends Row>(known: Known<T>, newest: readonly T[], next: string | null): Known<T> {
  const last = newest.at(-1);
  if (!known.goesOn || next === null || last === undefined) return { newest, older: [], next, goesOn: false };
  const before = [...known.newest, ...known.older];
  const ids = new Set(newest.map(({ id }) => id));
  // More came meanwhile than one answer holds: what lies between is not known, so the list begins again.
  if (!before.some(({ id }) => ids.has(id))) return { newest, older: [], next, goesOn: false };
  return { ...known, newest, older: before.filter((row) => isOlder(row, last)) };
}

/** A further page came. */
export function withOlder<T extends Row>(known: Known<T>, page: readonly T[], next: string | null): Known<T> {
  return { ...known, older: [...known.older, ...page], next, goesOn: true };
}

/** One of the older rows changed. It stays where it is, also where it fits the filter no more. */
export function withRow<T extends Row>(known: Known<T>, changed: T): Known<T> {
  if (!known.older.some(({ id }) => id === changed.id)) return known;
  return { ...known, older: known.older.map((row) => (row.id === changed.id ? changed : row)) };
}

function isOlder(row: Row, than: Row): boolean {
  return row.created_at === than.created_at ? row.id < than.id : row.created_at < than.created_at;
}
