// Reads an app's events in commit order. A reader that continues after the last event misses none, even if commits are
// late.
import type { Queryable } from '../../../io/db/database.ts';
import { selectedColumns, soundEvents } from './event-list-store.ts';
import type { AppEvent } from './store.ts';
import { soundPage } from './verified-page.ts';

/** The position of a reader: at an event, or before all events of database transactions from `xid` on. */
export interface Position {
  readonly xid: string;
  readonly id: string;
}

export interface Wanted {
  readonly appId: string;
  readonly since: Date;
  /** Null for all types. */
  readonly types: readonly string[] | null;
}

export interface PlacedEvent extends AppEvent {
  readonly xid: string;
}

const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Up to limit + 1 events after the position, oldest first, in the order of the database transactions that wrote them. A
 * transaction's events are shown only when no older transaction is open, so even late commits come after the position
 * of every reader. Tampered events are left out.
 */
export async function listAsCommitted(
  db: Queryable,
  { appId, since, types }: Wanted,
  after: Position,
  limit: number,
): Promise<PlacedEvent[]> {
  return soundPage(limit, after, async (place) => {
    const rows = await db.query<Record<string, unknown> & Position>(
      `select ${selectedColumns}, created_xid::text as xid from events
       where app_id = $1 and created_at >= $2 and ($3::text[] is null or type = any($3))
         and created_xid < pg_snapshot_xmin(pg_current_snapshot()) and (created_xid, id) > ($4::xid8, $5::uuid)
       order by created_xid, id limit $6::int + 1`,
      [appId, since, types, place.xid, place.id, limit],
    );
    const xids = new Map(rows.map(({ id, xid }) => [id, xid]));
    const events = soundEvents(db, rows).map((one) => ({ ...one, xid: xids.get(one.id) ?? '' }));
    return { events, count: rows.length, last: rows.at(-1) ?? null };
  });
}

/** The position of an event of the app; null if it is no longer stored. */
export async function positionOf(db: Queryable, appId: string, eventId: string): Promise<Position | null> {
  const [row] = await db.query<{ xid: string }>(
    'select created_xid::text as xid from events where id = $2 and app_id = $1',
    [appId, eventId],
  );
  return row === undefined ? null : { xid: row.xid, id: eventId };
}

/**
 * A position before all events of that time and later. An event's time is taken before its transaction writes, and
 * clocks may differ, so the search starts some minutes earlier.
 */
export async function positionBefore(db: Queryable, since: Date): Promise<Position> {
  const [row] = await db.query<{ xid: string }>(
    `select created_xid::text as xid from (select created_xid from events
       where created_at >= $1::timestamptz - interval '10 minutes' order by created_at limit 100) e
     order by created_xid limit 1`,
    [since],
  );
  return { xid: row?.xid ?? '0', id: beforeAll };
}

/** A position before all transactions that are still open. */
export async function positionNow(db: Queryable): Promise<Position> {
  const [row] = await db.query<{ xid: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xid');
  return { xid: row?.xid ?? '0', id: beforeAll };
}
