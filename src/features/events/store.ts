// All SQL of the table events, and the deliveries that are born with an event.
import { type EventType, subscribes } from '../../core/event.ts';
import type { Queryable } from '../../io/db/database.ts';
import type { Jobs } from '../../io/db/jobs.ts';
import { idOrLast } from '../../io/db/keyset.ts';

/** Woken when an endpoint has something due. Its jobs only say whom to look at: what is owed stands in `deliveries`. */
export const dueQueue = 'webhooks-due';

/** How long an event is shown to those who catch up. */
export const shownMillis = 30 * 24 * 3_600_000;

export interface DueJob {
  readonly webhookId: string;
}

/** invoiceId and sequence go together; data is the object as the API shows it. */
export interface NewEvent {
  readonly id: string;
  readonly appId: string;
  readonly type: EventType;
  readonly invoiceId: string | null;
  readonly sequence: bigint | null;
  readonly data: object;
  readonly createdAt: Date;
}

export interface StoredEvent {
  readonly id: string;
  readonly type: string;
  readonly invoiceId: string | null;
  readonly sequence: bigint | null;
  readonly data: object;
  readonly createdAt: Date;
}

interface Endpoint {
  id: string;
  app_id: string;
  events: string[] | null;
}

/**
 * Appends events and, in the same commit, one delivery for each endpoint that is switched on and subscribed, and wakes
 * the workers. A whole set costs three statements, and only one where no endpoint listens. `newId`: fresh UUIDv7.
 */
export async function appendEvents(
  trx: Queryable,
  jobs: Jobs,
  events: readonly NewEvent[],
  newId: () => string,
): Promise<void> {
  if (events.length === 0) return;
  await insertDeliveries(trx, jobs, events, await insertEvents(trx, events), newId);
}

/** The deliveries of events that are already written in this database transaction. */
export async function deliverEvents(
  trx: Queryable,
  jobs: Jobs,
  events: readonly Pick<NewEvent, 'id' | 'appId' | 'type' | 'createdAt'>[],
  newId: () => string,
): Promise<void> {
  const endpoints = await trx.query<Endpoint>(
    'select id, app_id, events from webhooks where app_id = any($1) and enabled and deleted_at is null',
    [[...new Set(events.map((event) => event.appId))]],
  );
  await insertDeliveries(trx, jobs, events, endpoints, newId);
}

/** Appends one event for one endpoint only, whatever it subscribed to; answers the delivery's id. */
export async function appendEventFor(
  trx: Queryable,
  jobs: Jobs,
  event: NewEvent,
  webhookId: string,
  newId: () => string,
): Promise<string> {
  let deliveryId = '';
  const takeId = () => {
    deliveryId = newId();
    return deliveryId;
  };
  await insertEvents(trx, [event]);
  await insertDeliveries(trx, jobs, [event], [{ id: webhookId, app_id: event.appId, events: null }], takeId);
  return deliveryId;
}

/** Tells the workers, once this commits, that these endpoints have something due. */
export async function wake(trx: Queryable, jobs: Jobs, webhookIds: readonly string[]): Promise<void> {
  await jobs.enqueue(
    trx,
    dueQueue,
    webhookIds.map((webhookId) => ({ data: { webhookId } satisfies DueJob })),
  );
}

/** An app's events since `since`, newest first, after that id, one more than the limit. */
export async function listEvents(
  db: Queryable,
  appId: string,
  since: Date,
  limit: number,
  afterId: string | null,
): Promise<StoredEvent[]> {
  const rows = await db.query<EventRow>(
    `select id, type, invoice_id, sequence::text, data, created_at from events
     where app_id = $1 and created_at > $2 and id < ${idOrLast('$3')}
     order by id desc limit $4 + 1`,
    [appId, since, afterId, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    invoiceId: row.invoice_id,
    sequence: row.sequence === null ? null : BigInt(row.sequence),
    data: row.data,
    createdAt: row.created_at,
  }));
}

/**
 * Forgets the oldest events of before then, with their deliveries, up to so many at once, and answers how many. One that
 * is still to be delivered stays until that is over; the invoice's own count of its events is not touched.
 */
export async function deleteEventsBefore(db: Queryable, before: Date, limit: number): Promise<number> {
  const [row] = await db.query<{ forgotten: string }>(
    `with old as (
       select id from events e where created_at < $1
         and not exists (select from deliveries where event_id = e.id and status = 'pending')
       order by created_at limit $2 for update skip locked),
     undelivered as (delete from deliveries where event_id in (select id from old)),
     forgotten as (delete from events where id in (select id from old) returning 1)
     select count(*)::text as forgotten from forgotten`,
    [before, limit],
  );
  return Number(row?.forgotten ?? 0);
}

interface EventRow {
  id: string;
  type: string;
  invoice_id: string | null;
  sequence: string | null;
  data: object;
  created_at: Date;
}

/** Inserts the events and answers the endpoints of their apps that are switched on. */
async function insertEvents(trx: Queryable, events: readonly NewEvent[]): Promise<Endpoint[]> {
  const rows = events.map((event) => ({
    id: event.id,
    app_id: event.appId,
    type: event.type,
    invoice_id: event.invoiceId,
    sequence: event.sequence?.toString() ?? null,
    data: event.data,
    created_at: event.createdAt.toISOString(),
  }));
  return trx.query<Endpoint>(
    `with appended as (
       insert into events (id, app_id, type, invoice_id, sequence, data, created_at)
       select id, app_id, type, invoice_id, sequence, data, created_at from json_to_recordset($1)
         as e (id uuid, app_id uuid, type text, invoice_id uuid, sequence bigint, data json, created_at timestamptz)
       returning app_id)
     select id, app_id, events from webhooks
     where app_id in (select app_id from appended) and enabled and deleted_at is null`,
    [JSON.stringify(rows)],
  );
}

/** One delivery for each event and each endpoint of its app that subscribed to it, and a wake for those endpoints. */
async function insertDeliveries(
  trx: Queryable,
  jobs: Jobs,
  events: readonly Pick<NewEvent, 'id' | 'appId' | 'type' | 'createdAt'>[],
  endpoints: readonly Endpoint[],
  newId: () => string,
): Promise<void> {
  const deliveries = events.flatMap((event) =>
    endpoints
      .filter((endpoint) => endpoint.app_id === event.appId && subscribes(endpoint.events, event.type))
      .map((endpoint) => ({
        id: newId(),
        event_id: event.id,
        webhook_id: endpoint.id,
        at: event.createdAt.toISOString(),
      })),
  );
  if (deliveries.length === 0) return;
  await trx.query(
    // Due at once, also for a worker whose clock is behind the one that this was written by.
    `insert into deliveries (id, event_id, webhook_id, next_attempt_at, created_at, updated_at)
     select id, event_id, webhook_id, least(at, now()), at, at from json_to_recordset($1)
       as d (id uuid, event_id uuid, webhook_id uuid, at timestamptz)`,
    [JSON.stringify(deliveries)],
  );
  await wake(trx, jobs, [...new Set(deliveries.map((delivery) => delivery.webhook_id))]);
}
