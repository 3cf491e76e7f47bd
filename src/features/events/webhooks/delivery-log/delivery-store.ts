// SQL with which the API reads, restarts and ends deliveries.
import type { CreatedRange } from '../../../../core/list-filters.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { boundValues, idOrLast } from '../../../../io/db/keyset.ts';
import { computed, int, nullable, oneOf, type RowOf, rowType, text, time, uuid } from '../../../../io/db/row-type.ts';
import type { Page } from '../../../../io/http/page.ts';

const delivery = rowType({
  id: uuid,
  webhookId: uuid,
  eventId: uuid,
  eventType: computed('e.type', text),
  status: oneOf<'pending' | 'delivered' | 'exhausted'>(),
  attempts: int,
  nextAttemptAt: nullable(time),
  responseStatus: nullable(int),
  responseBody: nullable(text),
  error: nullable(text),
  createdAt: time,
  updatedAt: time,
});
export type Delivery = RowOf<typeof delivery>;

const selected = `select ${delivery.columnsOf('d')} from deliveries d join events e on e.id = d.event_id`;

/** The delivery with this id, if its event is from `since` or later. */
export async function findDelivery(db: Queryable, id: string, since: Date): Promise<Delivery | null> {
  return delivery.one(await db.query(`${selected} where d.id = $1 and e.created_at > $2`, [id, since]));
}

/** Deliveries of one endpoint; null means any. */
export interface DeliveryFilter {
  readonly webhookId: string;
  /** Only deliveries of events from this time on. */
  readonly since: Date;
  readonly statuses: readonly Delivery['status'][] | null;
  readonly created: CreatedRange;
}

/** Up to limit + 1 matching deliveries, newest first. */
export async function listDeliveries(
  db: Queryable,
  { webhookId, since, statuses, created }: DeliveryFilter,
  { limit, after }: Page,
): Promise<Delivery[]> {
  const { values, bind } = boundValues();
  const fitting = [
    `d.webhook_id = ${bind(webhookId)}`,
    `e.created_at > ${bind(since)}`,
    `d.id < ${idOrLast(bind(after?.id ?? null))}`,
    ...(statuses === null ? [] : [`d.status = any(${bind(statuses)}::text[])`]),
    ...(created.from === null ? [] : [`d.created_at >= ${bind(created.from)}`]),
    ...(created.before === null ? [] : [`d.created_at < ${bind(created.before)}`]),
  ];
  const rows = await db.query(
    `${selected} where ${fitting.join(' and ')} order by d.id desc limit ${bind(limit)} + 1`,
    values,
  );
  return delivery.all(rows);
}

/** Makes a delivery due now, with its whole retry schedule ahead. */
export async function restartDelivery(trx: Queryable, id: string): Promise<void> {
  await trx.query(
    `update deliveries set status = 'pending', attempts = 0, next_attempt_at = now(), replay_id = null, error = null,
       lease_until = null, updated_at = now() where id = $1`,
    [id],
  );
}

/**
 * Makes the later attempts of these endpoints due earlier by that many seconds, but not before now. The endpoints must
 * be locked. Attempts that are due already are left to the worker that may have claimed them.
 */
export async function hastenDeliveries(trx: Queryable, webhookIds: readonly string[], seconds: number): Promise<void> {
  await trx.query(
    `update deliveries set next_attempt_at = greatest(now(), next_attempt_at - make_interval(secs => $2))
     where webhook_id = any($1) and status = 'pending' and next_attempt_at > now()`,
    [webhookIds, seconds],
  );
}

/** Ends the pending deliveries to endpoints. They are not attempted again unless requested. */
export async function endDeliveries(
  db: Queryable,
  webhookIds: readonly string[],
  reason: string,
  now: Date,
): Promise<void> {
  await db.query(
    `update deliveries set status = 'exhausted', next_attempt_at = null, lease_until = null, error = $2,
       updated_at = $3
     where webhook_id = any($1) and status = 'pending'`,
    [webhookIds, reason, now],
  );
}
