// SQL that lists the events of an app next to one of them, in either direction.
import type { Queryable } from '../../../io/db/database.ts';
import { boundValues, continuing, type Direction } from '../../../io/db/keyset.ts';
import { selectedColumns, soundEvents } from './event-list-store.ts';
import type { AppEvent } from './store.ts';

/** The events that a list is about. */
export interface EventsOfApp {
  readonly appId: string;
  readonly since: Date;
  readonly types: readonly string[];
}

export interface EventRange extends EventsOfApp {
  readonly direction: Direction;
  /** The id of the event that the list continues from. Null for the end of the list. */
  readonly from: string | null;
  readonly limit: number;
}

export interface EventsInRange {
  /** In the direction of the list, one more than the limit. */
  readonly ids: readonly string[];
  /** Tampered ones are recorded and left out. */
  readonly events: readonly AppEvent[];
}

export async function listEventRange(db: Queryable, range: EventRange): Promise<EventsInRange> {
  const { appId, since, types, direction, from, limit } = range;
  const { values, bind } = boundValues();
  const { condition, order } = continuing(direction, ['id'], from === null ? null : [`${bind(from)}::uuid`]);
  const rows = await db.query<Readonly<Record<string, unknown>> & { readonly id: string }>(
    `select ${selectedColumns} from events
     where app_id = ${bind(appId)} and created_at > ${bind(since)} and type = any(${bind(types)}) and ${condition}
     order by ${order} limit ${bind(limit)} + 1`,
    values,
  );
  return { ids: rows.map(({ id }) => id), events: soundEvents(db, rows) };
}

/** Counts such events, up to `most`. */
export async function countEventsUpTo(
  db: Queryable,
  { appId, since, types }: EventsOfApp,
  most: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from (
       select from events where app_id = $1 and created_at > $2 and type = any($3) limit $4) found`,
    [appId, since, types, most],
  );
  return row?.count ?? 0;
}
