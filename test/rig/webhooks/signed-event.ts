// Inserts a signed event row without creating deliveries or notifying workers.
import type { EventType } from '../../../src/core/event.ts';
import { eventMac } from '../../../src/features/events/events/store.ts';
import type { Queryable } from '../../../src/io/db/database.ts';

export interface InsertedEvent {
  readonly id: string;
  readonly appId: string;
  readonly type: EventType;
  /** The current time by default. */
  readonly at?: Date;
}

/** `db` must know the key of the instance. The data is `{}`. */
export async function insertSignedEvent(
  db: Queryable,
  { id, appId, type, at: createdAt = new Date() }: InsertedEvent,
): Promise<void> {
  const event = { id, appId, type, createdAt, data: {}, invoiceId: null, sequence: null };
  await db.query('insert into events (id, app_id, type, data, created_at, mac) values ($1, $2, $3, $4, $5, $6)', [
    id,
    appId,
    type,
    event.data,
    createdAt,
    eventMac(db, event),
  ]);
}
