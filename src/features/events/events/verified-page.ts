// Reads a page of a list and replaces tampered rows with the next ones.

export interface ReadRows<Event, Place> {
  /** The rows that were not tampered with. */
  readonly events: readonly Event[];
  /** The number of rows, tampered ones included. */
  readonly count: number;
  /** The place of the last row; null if there are no rows. */
  readonly last: Place | null;
}

/**
 * Returns up to limit + 1 events. `read` returns at most `limit + 1` rows after a place. It is called once, unless a
 * row was left out.
 */
export async function soundPage<Event, Place>(
  limit: number,
  start: Place,
  read: (after: Place) => Promise<ReadRows<Event, Place>>,
): Promise<Event[]> {
  const found: Event[] = [];
  for (let after = start; ; ) {
    const { events, count, last } = await read(after);
    found.push(...events);
    if (count <= limit || found.length > limit || last === null) return found.slice(0, limit + 1);
    after = last;
  }
}
