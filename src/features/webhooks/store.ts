// All SQL of the table webhooks, and how the API reads deliveries.
import type { Queryable } from '../../io/db/database.ts';

export interface Webhook {
  readonly id: string;
  readonly appId: string;
  readonly url: string;
  /** The types it hears of; null: all. */
  readonly events: readonly string[] | null;
  readonly description: string | null;
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly failingSince: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** by_owner: switched off by hand; gone: it answered 410; failing: nothing but failures for days. */
export type DisabledReason = 'by_owner' | 'gone' | 'failing';

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

interface WebhookRow {
  id: string;
  app_id: string;
  url: string;
  events: string[] | null;
  description: string | null;
  enabled: boolean;
  disabled_reason: DisabledReason | null;
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
}

const columns = 'id, app_id, url, events, description, enabled, disabled_reason, failing_since, created_at, updated_at';

export async function insertWebhook(trx: Queryable, webhook: Webhook, secretSealed: Buffer): Promise<void> {
  await trx.query(
    `insert into webhooks (id, app_id, url, events, description, secret_sealed, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [webhook.id, webhook.appId, webhook.url, webhook.events, webhook.description, secretSealed, webhook.createdAt],
  );
}

export async function findWebhook(db: Queryable, id: string): Promise<Webhook | null> {
  return one(await db.query<WebhookRow>(`select ${columns} from webhooks where id = $1 and deleted_at is null`, [id]));
}

export async function lockWebhook(trx: Queryable, id: string): Promise<Webhook | null> {
  return one(
    await trx.query<WebhookRow>(`select ${columns} from webhooks where id = $1 and deleted_at is null for update`, [
      id,
    ]),
  );
}

/** An app's endpoints, newest first, after that id, one more than the limit. */
export async function listWebhooks(
  db: Queryable,
  appId: string,
  limit: number,
  afterId: string | null,
): Promise<Webhook[]> {
  const rows = await db.query<WebhookRow>(
    `select ${columns} from webhooks
     where app_id = $1 and deleted_at is null and ($2::uuid is null or id < $2)
     order by id desc limit $3 + 1`,
    [appId, afterId, limit],
  );
  return rows.map(fromRow);
}

/** How many endpoints the app has; the app's row must be locked for the answer to hold until the commit. */
export async function countWebhooks(trx: Queryable, appId: string): Promise<number> {
  const rows = await trx.query<{ count: number }>(
    'select count(*)::int as count from webhooks where app_id = $1 and deleted_at is null',
    [appId],
  );
  return rows[0]?.count ?? 0;
}

/** Writes what its owner may change. Switched on again, it starts without a history of failures. */
export async function updateWebhook(trx: Queryable, webhook: Webhook): Promise<void> {
  await trx.query(
    `update webhooks set url = $2, events = $3, description = $4, enabled = $5, disabled_reason = $6,
       failing_since = case when $5 and not enabled then null else failing_since end,
       last_failure_at = case when $5 and not enabled then null else last_failure_at end, updated_at = $7
     where id = $1`,
    [
      webhook.id,
      webhook.url,
      webhook.events,
      webhook.description,
      webhook.enabled,
      webhook.disabledReason,
      webhook.updatedAt,
    ],
  );
}

/** Switches endpoints off and answers those that were on. */
export async function disableWebhooks(
  trx: Queryable,
  webhookIds: readonly string[],
  reason: DisabledReason,
  now: Date,
): Promise<Webhook[]> {
  const rows = await trx.query<WebhookRow>(
    `update webhooks set enabled = false, disabled_reason = $2, updated_at = $3
     where id = any($1) and enabled and deleted_at is null
     returning ${columns}`,
    [webhookIds, reason, now],
  );
  return rows.map(fromRow);
}

export async function deleteWebhook(trx: Queryable, id: string, now: Date): Promise<void> {
  await trx.query('update webhooks set deleted_at = $2, enabled = false, updated_at = $2 where id = $1', [id, now]);
}

/** Puts a new secret first; the one before it signs too until `previousUntil`. */
export async function rotateSecret(
  trx: Queryable,
  id: string,
  secretSealed: Buffer,
  previousUntil: Date,
  now: Date,
): Promise<void> {
  await trx.query(
    `update webhooks set previous_secret_sealed = secret_sealed, previous_until = $3, secret_sealed = $2, updated_at = $4
     where id = $1`,
    [id, secretSealed, previousUntil, now],
  );
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
     where d.webhook_id = $1 and ($2::uuid is null or d.id < $2)
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

function one(rows: WebhookRow[]): Webhook | null {
  return rows[0] ? fromRow(rows[0]) : null;
}

function fromRow(row: WebhookRow): Webhook {
  return {
    id: row.id,
    appId: row.app_id,
    url: row.url,
    events: row.events,
    description: row.description,
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
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
