// Reads an app's events in an order that no late commit can change: whoever goes on after the last one misses none.
import type { Queryable } from '../../../io/db/database.ts';
import { selectedColumns, soundEvents } from './event-list-store.ts';
import type { AppEvent } from './store.ts';
import { soundPage } from './verified-page.ts';

/** Where a reader stands: at an event, or before all events of database transactions from `xid` on. */
export interface Position {
  readonly xid: string;
  readonly id: string;
}

export interface Wanted {
  readonly appId: string;
  readonly since: Date;
  /** null: all types. */
  readonly types: readonly string[] | null;
}

export interface PlacedEvent extends AppEvent {
  readonly xid: string;
}

const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Events after that position, oldest first, one more than the limit. They stand in the order of the database
 * transactions that wrote them, and those of a transaction are shown once no older one is still open: so one that
 * commits late, or whose time is earlier, comes after the position of every reader. Events that were changed past the
 * service are left out.
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

/** Where an event of the app stands; null where it is not kept (any more). */
export async function positionOf(db: Queryable, appId: string, eventId: string): Promise<Position | null> {
  const [row] = await db.query<{ xid: string }>(
    'select created_xid::text as xid from events where id = $2 and app_id = $1',
    [appId, eventId],
  );
  return row === undefined ? null : { xid: row.xid, id: eventId };
}

/**
 * A position before all events of that time and later. An event's time is taken before its database transaction begins
 * to write, by clocks that may be apart: minutes before the time asked for are looked at, too.
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

/** A position before all that is not over yet. */
export async function positionNow(db: Queryable): Promise<Position> {
  const [row] = await db.query<{ xid: string }>('select pg_snapshot_xmin(pg_current_snapshot())::text as xid');
  return { xid: row?.xid ?? '0', id: beforeAll };
}
