// SQL of the table events, and of the deliveries that are created with an event.
import { type EventType, type InvoiceFacts, subscribes } from '../../../core/event.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { bigint, bytes, json, nullable, oneOf, type RowOf, rowType, time, uuid } from '../../../io/db/row-type.ts';
import { guardOf } from '../../../io/db/sealed/sealed-row-type.ts';

/**
 * The channel on which commits announce endpoints with due deliveries. The deliveries themselves are in the table
 * `deliveries`.
 */
export const dueChannel = 'quittance_due';

/** How long events remain readable. */
export const shownMillis = 30 * 24 * 3_600_000;

/** The earliest time of readable events and deliveries. */
export function shownSince(now: Date): Date {
  return new Date(now.getTime() - shownMillis);
}

/** The columns of an event without its MAC and its JSON. */
export const eventFacts = {
  id: uuid,
  appId: uuid,
  type: oneOf<EventType>(),
  invoiceId: nullable(uuid),
  sequence: nullable(bigint),
  createdAt: time,
};

const event = rowType({
  ...eventFacts,
  data: json(),
  /** For events of transactions only. */
  invoiceFacts: nullable(json<InvoiceFacts>()),
  mac: bytes,
});
/** invoiceId and sequence are both set or both null. data is the object as the API shows it. */
export type AppEvent = Omit<RowOf<typeof event>, 'mac'>;
/** An event to append. */
export type NewEvent = Omit<AppEvent, 'invoiceFacts'> & Partial<Pick<AppEvent, 'invoiceFacts'>>;

/** Covers everything that a delivery shows of the event, including its JSON as written. */
export function eventMac(db: Queryable, { invoiceFacts = null, ...event }: NewEvent): Buffer {
  const { id, appId, type, invoiceId, sequence, data, createdAt } = event;
  const facts = invoiceFacts === null ? null : JSON.stringify(invoiceFacts);
  return guardOf(db).sign('event', [id, appId, type, invoiceId, sequence, JSON.stringify(data), facts, createdAt]);
}

const delivery = rowType({ id: uuid, eventId: uuid, webhookId: uuid, at: time });

export interface Endpoint {
  id: string;
  app_id: string;
  /** The subscribed types; null for all. */
  events: string[] | null;
  /** The invoices that it is notified of; null for all. */
  invoices: string[] | null;
}

/**
 * Endpoints that receive events now. `invoices`: its orders among the invoices `asked`, which is an SQL expression.
 */
const endpoints = (asked: string) => `select w.id, w.app_id, w.events, case when w.by_order then
    array(select o.invoice_id from webhook_orders o where o.webhook_id = w.id and o.invoice_id = any(${asked})) end
    as invoices
  from webhooks w where w.enabled and w.deleted_at is null and (w.door_id is null or door_is_open(w.door_id))`;

type DeliveredEvent = Pick<AppEvent, 'id' | 'appId' | 'type' | 'invoiceId' | 'createdAt'>;

function invoicesOf(events: readonly Pick<NewEvent, 'invoiceId'>[]): string[] {
  return [...new Set(events.flatMap(({ invoiceId }) => invoiceId ?? []))];
}

/** Creates the deliveries of events that this database transaction has already written. */
export async function deliverEvents(
  trx: Queryable,
  events: readonly DeliveredEvent[],
  newId: () => string,
): Promise<void> {
  const found = await trx.query<Endpoint>(`${endpoints('$2::uuid[]')} and w.app_id = any($1)`, [
    [...new Set(events.map((event) => event.appId))],
    invoicesOf(events),
  ]);
  await insertDeliveries(trx, events, found, newId);
}

/** Appends one event for one endpoint only, regardless of its subscription. Returns the delivery's id. */
export async function appendEventFor(
  trx: Queryable,
  added: NewEvent,
  webhookId: string,
  newId: () => string,
): Promise<string> {
  let deliveryId = '';
  const takeId = () => {
    deliveryId = newId();
    return deliveryId;
  };
  await insertEvents(trx, [added]);
  await insertDeliveries(trx, [added], [{ id: webhookId, app_id: added.appId, events: null, invoices: null }], takeId);
  return deliveryId;
}

/** Notifies the workers on commit that these endpoints have due deliveries. */
export async function wake(trx: Queryable, webhookIds: readonly string[]): Promise<void> {
  await trx.query('select pg_notify($1, id) from unnest($2::text[]) as id', [dueChannel, webhookIds]);
}

/**
 * Deletes up to `limit` of the oldest events before that time in a partition, with their deliveries. Returns the
 * number. Events with pending deliveries stay until those end. The invoice's count of its events does not change.
 */
export async function deleteOldEvents(db: Queryable, part: string, before: Date, limit: number): Promise<number> {
  const [row] = await db.query<{ deleted: string }>(
    `with old as materialized (
       select id from ${part} e where created_at < $1
         and not exists (select from deliveries where event_id = e.id and status = 'pending')
       order by created_at limit $2 for update skip locked),
     undelivered as (delete from deliveries where event_id in (select id from old)),
     deleted as (delete from ${part} where id in (select id from old) returning 1)
     select count(*)::text as deleted from deleted`,
    [before, limit],
  );
  return Number(row?.deleted ?? 0);
}

/** Whether this partition has pending deliveries. */
export async function isOwedAnything(db: Queryable, part: string): Promise<boolean> {
  return (await db.query(`select from ${part} where status = 'pending' limit 1`)).length > 0;
}

/** Inserts the events and returns the enabled endpoints of their apps. */
export async function insertEvents(trx: Queryable, events: readonly NewEvent[]): Promise<Endpoint[]> {
  return trx.query<Endpoint>(
    `with appended as (
       insert into events (${event.written})
       select ${event.written} from json_to_recordset($1) as e ${event.recordset} returning app_id)
     ${endpoints('$2::uuid[]')} and w.app_id in (select app_id from appended)`,
    [
      event.json(events.map((one) => ({ ...one, invoiceFacts: one.invoiceFacts ?? null, mac: eventMac(trx, one) }))),
      invoicesOf(events),
    ],
  );
}

/** Creates one delivery for each event and each subscribed endpoint of its app, and wakes those endpoints. */
export async function insertDeliveries(
  trx: Queryable,
  events: readonly DeliveredEvent[],
  to: readonly Endpoint[],
  newId: () => string,
): Promise<void> {
  const deliveries = events.flatMap(({ id: eventId, appId, type, invoiceId, createdAt }) =>
    to
      .filter(({ app_id: of, events: types, invoices }) => {
        const isAbout = invoices === null || (invoiceId !== null && invoices.includes(invoiceId));
        return of === appId && subscribes(types, type) && isAbout;
      })
      .map((endpoint) => ({ id: newId(), eventId, webhookId: endpoint.id, at: createdAt })),
  );
  if (deliveries.length === 0) return;
  await trx.query(
    // Due by the database's clock, so also for a worker with a clock behind that of the writer.
    `insert into deliveries (id, event_id, webhook_id, next_attempt_at, created_at, updated_at)
     select id, event_id, webhook_id, least(at, now()), at, at from json_to_recordset($1) as d ${delivery.recordset}`,
    [delivery.json(deliveries)],
  );
  await wake(trx, [...new Set(deliveries.map((one) => one.webhookId))]);
}
