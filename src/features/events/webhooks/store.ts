// SQL of the table webhooks.
import type { Queryable } from '../../../io/db/database.ts';
import { createdWithin, idOrLast } from '../../../io/db/keyset.ts';
import { guardOf } from '../../../io/db/sealed/sealed-row-type.ts';
import type { Page } from '../../../io/http/page.ts';
import { type DisabledReason, type PlainWebhook, readOver, type Webhook, webhook } from './acts/webhook-row.ts';

export type { DisabledReason, Webhook } from './acts/webhook-row.ts';

/** The MAC over the url alone, which processes of the previous version check. */
function urlMacOf(db: Queryable, { id, appId, url }: PlainWebhook): Buffer {
  return guardOf(db).sign('webhook', [id, appId, url]);
}

export async function insertWebhook(trx: Queryable, added: PlainWebhook, secretSealed: Buffer): Promise<void> {
  const values = [...webhook.values(trx, added), urlMacOf(trx, added), secretSealed];
  await trx.query(
    `insert into webhooks (${webhook.written}, mac, secret_sealed)
     values (${webhook.placeholders}, $${values.length - 1}, $${values.length})`,
    values,
  );
}

export async function findWebhook(db: Queryable, id: string): Promise<Webhook | null> {
  const rows = await db.query(`select ${webhook.columns} from webhooks where id = $1 and deleted_at is null`, [id]);
  return rows.map(readOver(db))[0] ?? null;
}

export async function lockWebhook(trx: Queryable, id: string): Promise<Webhook | null> {
  const rows = await trx.query(
    `select ${webhook.columns} from webhooks where id = $1 and deleted_at is null for no key update`,
    [id],
  );
  return rows.map(readOver(trx))[0] ?? null;
}

/** Up to limit + 1 endpoints of these apps, newest first, after that id. */
export async function listWebhooks(
  db: Queryable,
  appIds: readonly string[],
  { limit, after, created }: Page,
): Promise<Webhook[]> {
  const rows = await db.query(
    `select ${webhook.columns} from webhooks w
     where app_id = any($1::uuid[]) and deleted_at is null
       and (w.door_id is null or door_is_open(w.door_id)) and id < ${idOrLast('$2')}
       and ${createdWithin('$4', '$5')}
     order by id desc limit $3 + 1`,
    [appIds, after?.id ?? null, limit, created.from, created.before],
  );
  return rows.map(readOver(db));
}

/** The endpoints that the shop of a door added, newest first. */
export async function listWebhooksOfDoor(
  db: Queryable,
  { appId, doorId }: { readonly appId: string; readonly doorId: string },
): Promise<Webhook[]> {
  const rows = await db.query(
    `select ${webhook.columns} from webhooks
     where app_id = $1 and door_id = $2 and deleted_at is null and not by_order order by id desc`,
    [appId, doorId],
  );
  return rows.map(readOver(db));
}

/** Returns the sealed signing secret of an endpoint. */
export async function findSecret(db: Queryable, id: string): Promise<Buffer | null> {
  const rows = await db.query<{ secret_sealed: Buffer }>('select secret_sealed from webhooks where id = $1', [id]);
  return rows[0]?.secret_sealed ?? null;
}

/** How many endpoints the app has. The app's row must be locked, so that the number is valid until the commit. */
export async function countWebhooks(trx: Queryable, appId: string): Promise<number> {
  const rows = await trx.query<{ count: number }>(
    'select count(*)::int as count from webhooks where app_id = $1 and deleted_at is null and not by_order',
    [appId],
  );
  return rows[0]?.count ?? 0;
}

/** Whether another endpoint of the same app is enabled. */
export async function hasOtherEnabled(trx: Queryable, { id, appId }: Pick<Webhook, 'id' | 'appId'>): Promise<boolean> {
  const rows = await trx.query(
    `select from webhooks
     where app_id = $1 and id <> $2 and enabled and deleted_at is null and dialect = 'quittance' limit 1`,
    [appId, id],
  );
  return rows.length > 0;
}

/**
 * Writes the fields that the owner may change, and the signature scheme. Enabling an endpoint clears its history of
 * failures. The row must be locked and must not be tampered.
 */
export async function updateWebhook(trx: Queryable, changed: PlainWebhook): Promise<void> {
  await trx.query(
    `update webhooks set url = $2, events = $3, description = $4, enabled = $5, disabled_reason = $6, mac = $8,
       row_mac = $9, signature = $10, public_key = $11, previous_until = $12, shop_events = $13,
       failing_since = case when $5 and not enabled then null else failing_since end,
       last_failure_at = case when $5 and not enabled then null else last_failure_at end,
       is_silent = is_silent and not ($5 and not enabled), updated_at = $7
     where id = $1`,
    [
      changed.id,
      changed.url,
      changed.events,
      changed.description,
      changed.enabled,
      changed.disabledReason,
      changed.updatedAt,
      urlMacOf(trx, changed),
      webhook.macOf(trx, changed),
      changed.signature,
      changed.publicKey,
      changed.previousUntil,
      changed.shopEvents,
    ],
  );
}

/** Disables endpoints and returns those that were enabled. */
export async function disableWebhooks(
  trx: Queryable,
  webhookIds: readonly string[],
  reason: DisabledReason,
  now: Date,
): Promise<Webhook[]> {
  const rows = await trx.query(
    `update webhooks set enabled = false, disabled_reason = $2, updated_at = $3
     where id = any($1) and enabled and deleted_at is null
     returning ${webhook.columns}`,
    [webhookIds, reason, now],
  );
  return rows.map(readOver(trx));
}

export async function deleteWebhook(trx: Queryable, id: string, now: Date): Promise<void> {
  await trx.query(
    'update webhooks set deleted_at = $2, enabled = false, updated_at = $2, mac = null, row_mac = null where id = $1',
    [id, now],
  );
}

export interface NewSecret {
  readonly secretSealed: Buffer;
  readonly publicKey: string | null;
  /** Until this time the previous secret signs too. */
  readonly previousUntil: Date;
}

/** Stores a new secret as the current one. The row must be locked and must not be tampered. */
export async function rotateSecret(
  trx: Queryable,
  found: PlainWebhook,
  { secretSealed, publicKey, previousUntil }: NewSecret,
  now: Date,
): Promise<void> {
  const mac = webhook.macOf(trx, { ...found, publicKey, previousUntil });
  await trx.query(
    `update webhooks set previous_secret_sealed = secret_sealed, previous_until = $3, secret_sealed = $2,
       public_key = $5, updated_at = $4, row_mac = $6
     where id = $1`,
    [found.id, secretSealed, previousUntil, now, publicKey, mac],
  );
}

/** An endpoint that keeps failing, and since when. */
export interface Failing {
  readonly id: string;
  readonly failingSince: Date;
}

/**
 * Locks the endpoints that the attempts change: `failed` ones, and those of `healthy` with a streak of failures to end.
 * Returns the ids of the latter, usually none. Rows are locked in id order and before their deliveries, as when an
 * endpoint is disabled, which prevents deadlocks.
 */
export async function lockChanging(
  trx: Queryable,
  { failed, healthy }: { readonly failed: readonly string[]; readonly healthy: ReadonlySet<string> },
): Promise<string[]> {
  const rows = await trx.query<{ id: string }>(
    `select id from webhooks where id = any($1) or (id = any($2) and failing_since is not null)
     order by id for no key update`,
    [failed, [...healthy]],
  );
  return rows.map(({ id }) => id).filter((id) => healthy.has(id));
}

/** Returns the ids of the enabled endpoints of the app. */
export async function listEnabledOf(db: Queryable, appId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select id from webhooks where app_id = $1 and enabled and deleted_at is null',
    [appId],
  );
  return rows.map(({ id }) => id);
}

/** Moves the start of the streaks of failures of these endpoints back by that many seconds. They must be locked. */
export async function ageFailures(trx: Queryable, webhookIds: readonly string[], seconds: number): Promise<void> {
  await trx.query(
    `update webhooks set failing_since = failing_since - make_interval(secs => $2)
     where id = any($1) and failing_since is not null`,
    [webhookIds, seconds],
  );
}

/** Ends the streak of failures of these endpoints. */
export async function recordSuccess(trx: Queryable, webhookIds: readonly string[]): Promise<void> {
  await trx.query(
    `update webhooks set failing_since = null, last_failure_at = null, is_silent = false
     where id = any($1)`,
    [webhookIds],
  );
}

export interface FailureParams {
  readonly webhookIds: readonly string[];
  /** The endpoints that did not reply at all. */
  readonly silent: readonly string[];
  readonly streakStart: Date;
}

/** Records a failure of these endpoints. A streak with its last failure before `streakStart` starts again. */
export async function recordFailure(
  trx: Queryable,
  { webhookIds, silent, streakStart }: FailureParams,
  now: Date,
): Promise<Failing[]> {
  const rows = await trx.query<{ id: string; failing_since: Date }>(
    `update webhooks set last_failure_at = $2, is_silent = id = any($4),
       failing_since = case when last_failure_at >= $3 then coalesce(failing_since, $2) else $2 end
     where id = any($1) and enabled and deleted_at is null
     returning id, failing_since`,
    [webhookIds, now, streakStart, silent],
  );
  return rows.map((row) => ({ id: row.id, failingSince: row.failing_since }));
}
