// A page of a list from which rows that were changed past the service are left out: it reads on for those.

export interface ReadRows<Event, Place> {
  /** Without rows that were changed past the service. */
  readonly events: readonly Event[];
  /** How many rows there were with them. */
  readonly count: number;
  /** The place of the last row; null without rows. */
  readonly last: Place | null;
}

/**
 * One event more than the limit, or all that are left. `read` returns at most `limit + 1` rows after a place; it is
 * called once unless a row was left out.
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
