// The SQL by which workers take deliveries that are due, and record what came of them.
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
  time,
  uuid,
} from '../../../io/db/row-type.ts';
import { rowFault } from '../../known/row-seals/money-rows.ts';
import { isSealed } from '../webhooks/acts/webhook-row.ts';

const capacity = rowType({ webhookId: uuid, count: int });
/** How many deliveries of one endpoint a worker has room for. */
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
  /** JSON text, as PostgreSQL writes the stored value: the same at every attempt. */
  data: computed('e.data::text', text),
  sequence: computed('e.sequence', nullable(bigint)),
  /** JSON text. Null for events without a transaction, and for events that an earlier version recorded. */
  invoiceFacts: computed('e.invoice_facts::text', nullable(text)),
  appId: computed('w.app_id', uuid),
  eventAppId: computed('e.app_id', uuid),
  eventMac: computed('e.mac', nullable(bytes)),
  url: computed('w.url', text),
  secretSealed: computed('w.secret_sealed', bytes),
  previousSecretSealed: computed('w.previous_secret_sealed', nullable(bytes)),
  previousUntil: computed('w.previous_until', nullable(time)),
  /** Whether the last attempt at this endpoint, by whichever worker, got no answer. */
  isSilent: computed('w.is_silent', boolean),
  /** Of which replay it is a part, if of any: those go one at a time, oldest first. */
  replayId: computed('c.replay_id', nullable(uuid)),
});
/**
 * A delivery that this worker holds until `lease`, with all that is needed to make the attempt. `tampered`: which row
 * was changed past the service.
 */
export type Claim = RowOf<typeof claim> & { readonly tampered: Tampered | null };

/** `event`: the event itself was changed, or it belongs to another app than the endpoint. */
export type Tampered = 'webhook' | 'event';

/** What came of an attempt. retryMillis is set exactly when status is pending; gone: the endpoint wants no more. */
export interface Attempt {
  readonly claim: Pick<Claim, 'eventId' | 'webhookId' | 'lease' | 'replayId'>;
  readonly status: 'pending' | 'delivered' | 'exhausted';
  /** How long to wait before the next. */
  readonly retryMillis: number | null;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly error: string | null;
  readonly gone: boolean;
  /** The row that was changed past the service: nothing was sent. */
  readonly tampered: Tampered | null;
}

/** A delivery is found by its event, in whose week it stands, and its endpoint. */
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

/** Nobody holds it. Taking a delivery changes no column that an index has: the row stays where it is. */
const isFree = '(lease_until is null or lease_until <= now())';

/**
 * Takes due deliveries, the longest due first, of endpoints that are switched on. Whoever takes one holds it for
 * `leaseMillis`, so no other worker takes it before then; rows that another worker is taking right now are passed over.
 * Of an endpoint's replay one is taken at a time, so that it keeps its order and holds up nothing new: the first that
 * was never tried is the one that may be held. It is chosen before it is locked, so that a worker passes the whole
 * replay over while another one takes it. `due` has locked its rows in their newest version: the update needs no second
 * look at them. The database's clock decides which are due and until when they are taken, as workers' own clocks may be
 * apart.
 */
export async function claimDue(db: Queryable, capacities: readonly Capacity[], leaseMillis: number): Promise<Claim[]> {
  const rows = await db.query(
    `with due as materialized (
       select d.event_id, r.webhook_id, d.due_at from json_to_recordset($1) as r ${capacity.recordset}
       join webhooks w on w.id = r.webhook_id and w.enabled and w.deleted_at is null
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
       returning d.id, d.webhook_id, d.event_id, d.attempts, d.lease_until, d.replay_id, due.due_at)
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

/** Gives claims back unmade: they are due again at once. */
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
 * Records attempts. An attempt whose lease ran out and was taken by another worker is not recorded, unless it
 * succeeded: what an endpoint has accepted is delivered, whoever brought it. It says nothing of a replay that was begun
 * since.
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

/** Whether anybody is to be told anything. */
export async function hasWebhooks(db: Queryable): Promise<boolean> {
  return (await db.query('select from webhooks where enabled and deleted_at is null limit 1')).length > 0;
}

/**
 * Endpoints with something due. Steps from endpoint to endpoint in the index, so a long backlog of one costs nothing.
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
     select w.id, w.enabled and w.deleted_at is null as enabled
     from earliest e join webhooks w on w.id = e.webhook_id where e.next_attempt_at <= now()`,
  );
}
