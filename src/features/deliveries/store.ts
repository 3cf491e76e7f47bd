// The SQL by which the API reads deliveries, starts them again and ends them.
import type { Queryable } from '../../io/db/database.ts';
import { idOrLast } from '../../io/db/keyset.ts';

export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly status: 'pending' | 'delivered' | 'exhausted';
  readonly attempts: number;
  readonly nextAttemptAt: Date | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface DeliveryRow {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  status: Delivery['status'];
  attempts: number;
  next_attempt_at: Date | null;
  response_status: number | null;
  response_body: string | null;
  error: string | null;
  created_at: Date;
  updated_at: Date;
}

const deliveryColumns = `d.id, d.webhook_id, d.event_id, e.type as event_type, d.status, d.attempts, d.next_attempt_at,
  d.response_status, d.response_body, d.error, d.created_at, d.updated_at`;

export async function findDelivery(db: Queryable, id: string): Promise<Delivery | null> {
  const rows = await db.query<DeliveryRow>(
    `select ${deliveryColumns} from deliveries d join events e on e.id = d.event_id where d.id = $1`,
    [id],
  );
  return rows[0] ? fromDeliveryRow(rows[0]) : null;
}

/** An endpoint's deliveries, newest first, after that id, one more than the limit. */
export async function listDeliveries(
  db: Queryable,
  webhookId: string,
  limit: number,
  afterId: string | null,
): Promise<Delivery[]> {
  const rows = await db.query<DeliveryRow>(
    `select ${deliveryColumns} from deliveries d join events e on e.id = d.event_id
     where d.webhook_id = $1 and d.id < ${idOrLast('$2')}
     order by d.id desc limit $3 + 1`,
    [webhookId, afterId, limit],
  );
  return rows.map(fromDeliveryRow);
}

/** Makes a delivery due now with its whole retry schedule before it again. */
export async function restartDelivery(trx: Queryable, id: string, now: Date): Promise<void> {
  await trx.query(
    `update deliveries set status = 'pending', attempts = 0, next_attempt_at = $2, error = null, updated_at = $2 where id = $1`,
    [id, now],
  );
}

/** Ends what is still owed to endpoints: nothing more is attempted unless it is asked for again. */
export async function endDeliveries(
  db: Queryable,
  webhookIds: readonly string[],
  reason: string,
  now: Date,
): Promise<void> {
  await db.query(
    `update deliveries set status = 'exhausted', next_attempt_at = null, error = $2, updated_at = $3
     where webhook_id = any($1) and status = 'pending'`,
    [webhookIds, reason, now],
  );
}

function fromDeliveryRow(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    eventType: row.event_type,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at,
    responseStatus: row.response_status,
    responseBody: row.response_body,
    error: row.error,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
