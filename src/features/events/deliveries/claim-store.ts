// SQL with which workers claim due deliveries and record the results.
import type { Queryable } from '../../../io/db/database.ts';
import {
  type Answered,
  bigint,
  boolean,
  bytes,
  computed,
  int,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  texts,
  time,
  uuid,
} from '../../../io/db/row-type.ts';
import { rowFault } from '../../known/row-seals/money-rows.ts';
import { isSealed, type WebhookDialect } from '../webhooks/acts/webhook-row.ts';
import type { Prepared } from './message.ts';

const capacity = rowType({ webhookId: uuid, count: int });
/** How many deliveries of one endpoint a worker can take. */
export type Capacity = RowOf<typeof capacity>;

const claim = rowType({
  id: computed('c.id', uuid),
  webhookId: computed('c.webhook_id', uuid),
  eventId: computed('c.event_id', uuid),
  attempts: computed('c.attempts', int),
  lease: computed('c.lease_until', time),
  type: computed('e.type', text),
  invoiceId: computed('e.invoice_id', nullable(uuid)),
  eventAt: computed('e.created_at', time),
  /** JSON text, as PostgreSQL formats the stored value. It is the same at every attempt. */
  data: computed('e.data::text', text),
  sequence: computed('e.sequence', nullable(bigint)),
  /** JSON text. Null for events without a transaction, and for events recorded by an earlier version. */
  invoiceFacts: computed('e.invoice_facts::text', nullable(text)),
  appId: computed('w.app_id', uuid),
  eventAppId: computed('e.app_id', uuid),
  eventMac: computed('e.mac', nullable(bytes)),
  url: computed('w.url', text),
  secretSealed: computed('w.secret_sealed', bytes),
  previousSecretSealed: computed('w.previous_secret_sealed', nullable(bytes)),
  previousUntil: computed('w.previous_until', nullable(time)),
  /** Whether the last attempt at this endpoint, by any worker, got no reply. */
  isSilent: computed('w.is_silent', boolean),
  /** The form of the delivery. */
  dialect: computed('w.dialect', oneOf<WebhookDialect>()),
  byOrder: computed('w.by_order', boolean),
  shopEvents: computed('w.shop_events', nullable(texts)),
  /** Whether it was attempted before, also before it was restarted. */
  isRepeated: computed('c.is_repeated', boolean),
  /** The replay that it belongs to; null for none. Deliveries of a replay are sent one at a time, oldest first. */
  replayId: computed('c.replay_id', nullable(uuid)),
});
/**
 * A delivery that this worker holds until `lease`, with all data for the attempt. `tampered`: the row that was changed
 * outside the service.
 */
export type Claim = RowOf<typeof claim> & {
  readonly tampered: Tampered | null;
  /** In a dialect other than the service's own. Null if the record behind it was changed outside the service. */
  readonly prepared?: Prepared | null;
};

/** `event`: the event itself was changed, or it belongs to another app than the endpoint. */
export type Tampered = 'webhook' | 'event';

/**
 * The result of an attempt. retryMillis is set exactly if status is pending. `gone`: the endpoint wants no more
 * deliveries.
 */
export interface Attempt {
  readonly claim: Pick<Claim, 'eventId' | 'webhookId' | 'lease' | 'replayId' | 'byOrder'>;
  readonly status: 'pending' | 'delivered' | 'exhausted';
  /** The wait before the next attempt. */
  readonly retryMillis: number | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly gone: boolean;
  /** The row that was changed outside the service. In that case nothing was sent. */
  readonly tampered: Tampered | null;
  /** Whether nothing was sent because it is no longer true. */
  readonly isOutdated: boolean;
}

/** Deliveries are found by event, which determines the weekly partition, and endpoint. */
const held = rowType({ eventId: uuid, webhookId: uuid, lease: time });
const made = rowType({
  eventId: uuid,
  webhookId: uuid,
  lease: time,
  replayId: nullable(uuid),
  status: oneOf<Attempt['status']>(),
  retryMillis: nullable(int),
  responseStatus: nullable(int),
  responseBody: nullable(text),
  error: nullable(text),
});

/**
 * No worker holds the delivery. Claiming changes no indexed column, so PostgreSQL can update the row in place (HOT).
 */
const isFree = '(lease_until is null or lease_until <= now())';

/**
 * Claims due deliveries of enabled endpoints, the longest due first. A worker holds its claims for `leaseMillis`, and
 * no other worker takes them before that. Rows that another worker is claiming right now are skipped. Only one delivery
 * of an endpoint's replay is claimed at a time, which keeps the order and delays no new events. It is selected before
 * it is locked, so a worker skips the whole replay while another one holds it. `due` locks the newest version of its
 * rows, so the update need not check them again. All times come from the database's clock, since workers' clocks may
 * differ.
 */
export async function claimDue(db: Queryable, capacities: readonly Capacity[], leaseMillis: number): Promise<Claim[]> {
  const rows = await db.query(
    `with due as materialized (
       select d.event_id, r.webhook_id, d.due_at from json_to_recordset($1) as r ${capacity.recordset}
       join webhooks w on w.id = r.webhook_id and w.enabled and w.deleted_at is null
         and (w.door_id is null or door_is_open(w.door_id))
       cross join lateral (
         select * from (select event_id, next_attempt_at as due_at from deliveries
           where webhook_id = r.webhook_id and status = 'pending' and next_attempt_at <= now() and replay_id is null
             and ${isFree}
           order by next_attempt_at limit r.count for update skip locked) fresh
         union all
         select * from (select event_id, next_attempt_at as due_at from deliveries
           where webhook_id = r.webhook_id and status = 'pending' and next_attempt_at <= now() and ${isFree}
             and event_id = (select event_id from deliveries
               where webhook_id = r.webhook_id and status = 'pending' and next_attempt_at <= now()
                 and replay_id is not null and ${isFree} and coalesce((select ${isFree} from deliveries h
                   where h.webhook_id = r.webhook_id and h.status = 'pending' and h.replay_id is not null
                     and h.attempts = 0 order by h.next_attempt_at limit 1), true)
               order by next_attempt_at limit 1)
           for update skip locked) replayed) d),
     claimed as (
       update deliveries d
       set lease_until = date_trunc('milliseconds', now()) + $2::int * interval '1 millisecond' from due
       where d.event_id = due.event_id and d.webhook_id = due.webhook_id
       returning d.id, d.webhook_id, d.event_id, d.attempts, d.lease_until, d.replay_id, due.due_at,
         d.attempts > 0 or d.response_status is not null or d.failures is not null as is_repeated)
     select ${claim.columns}, w.events, w.signature, w.public_key, w.row_mac, w.mac
     from claimed c join events e on e.id = c.event_id join webhooks w on w.id = c.webhook_id
     order by c.due_at, c.id`,
    [capacity.json(capacities), leaseMillis],
  );
  return rows.map((row) => {
    const claimed = claim.read(row);
    return { ...claimed, tampered: tamperedIn(db, row, claimed) };
  });
}

function tamperedIn(db: Queryable, row: Answered, claimed: RowOf<typeof claim>): Tampered | null {
  if (!isSealed(db, { ...row, id: row.webhook_id })) return 'webhook';
  const { eventId: id, eventAppId: appId, eventAt: createdAt, eventMac: mac } = claimed;
  const { type, invoiceId, sequence, data, invoiceFacts } = claimed;
  const event = { id, appId, type, invoiceId, sequence, data, invoiceFacts, createdAt };
  const isSound = rowFault(db, 'event', { row: event, mac, id, appId }) === null;
  return isSound && appId === claimed.appId ? null : 'event';
}

/** Releases claims without an attempt. They are due again at once. */
export async function releaseClaims(
  db: Queryable,
  claims: readonly Pick<Claim, 'eventId' | 'webhookId' | 'lease'>[],
): Promise<void> {
  await db.query(
    `update deliveries d set lease_until = null from json_to_recordset($1) as c ${held.recordset}
     where d.event_id = c.event_id and d.webhook_id = c.webhook_id
       and d.status = 'pending' and d.lease_until = c.lease`,
    [held.json(claims)],
  );
}

/**
 * Records attempts. If the lease of an attempt expired and another worker took the delivery, only a success is
 * recorded, since the endpoint has accepted the event. An attempt from before a replay does not change the replay.
 */
export async function recordAttempts(trx: Queryable, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.map((attempt) => ({ ...attempt, ...attempt.claim }));
  await trx.query(
    `update deliveries d set status = a.status, attempts = d.attempts + 1, lease_until = null,
       next_attempt_at = now() + a.retry_millis * interval '1 millisecond', response_status = a.response_status,
       response_body = a.response_body, error = a.error, updated_at = now(),
       failures = case when a.status = 'delivered' then d.failures
         else (case when jsonb_array_length(d.failures) >= 20 then d.failures - 0 else coalesce(d.failures, '[]') end)
           || jsonb_build_object('at', now(), 'response_status', a.response_status, 'error', a.error) end
     from json_to_recordset($1) as a ${made.recordset}
     where d.event_id = a.event_id and d.webhook_id = a.webhook_id
       and ((d.status = 'pending' and d.lease_until = a.lease)
       or (a.status = 'delivered' and d.status <> 'delivered' and d.replay_id is not distinct from a.replay_id))`,
    [made.json(rows)],
  );
}

/** Whether any endpoint is enabled. */
export async function hasWebhooks(db: Queryable): Promise<boolean> {
  return (await db.query('select from webhooks where enabled and deleted_at is null limit 1')).length > 0;
}

/**
 * Endpoints with due deliveries. The query steps from endpoint to endpoint in the index, so a long backlog of one is
 * cheap.
 */
export async function findDue(db: Queryable): Promise<{ id: string; enabled: boolean }[]> {
  return db.query<{ id: string; enabled: boolean }>(
    `with recursive earliest as (
       (select webhook_id, next_attempt_at from deliveries where status = 'pending' and ${isFree}
        order by webhook_id, next_attempt_at limit 1)
       union all
       select n.webhook_id, n.next_attempt_at from earliest e cross join lateral (
         select webhook_id, next_attempt_at from deliveries
         where status = 'pending' and webhook_id > e.webhook_id and ${isFree}
         order by webhook_id, next_attempt_at limit 1) n)
     select w.id, w.enabled and w.deleted_at is null
       and (w.door_id is null or door_is_open(w.door_id)) as enabled
     from earliest e join webhooks w on w.id = e.webhook_id where e.next_attempt_at <= now()`,
  );
}
