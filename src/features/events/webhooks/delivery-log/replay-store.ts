// SQL that starts and reads the replays of an endpoint.
import type { Queryable } from '../../../../io/db/database.ts';
import { int, nullable, type RowOf, rowType, time, uuid } from '../../../../io/db/row-type.ts';

const replay = rowType({
  replayId: uuid,
  replaySince: time,
  replayCount: int,
  replayNextSince: nullable(time),
});
/** One replay: `replayCount` events from `replaySince` on. replayNextSince is where the next replay would start. */
export type Replay = RowOf<typeof replay>;

/** The endpoint's latest replay, if some of its deliveries were not attempted yet; otherwise null. */
export async function findRunningReplay(db: Queryable, webhookId: string): Promise<Replay | null> {
  const rows = await db.query(
    `select ${replay.columns} from webhooks w where id = $1 and exists (select from deliveries d
       where d.webhook_id = w.id and d.status = 'pending' and d.attempts = 0 and d.replay_id = w.replay_id)`,
    [webhookId],
  );
  return replay.one(rows);
}

export interface BeginReplayParams {
  readonly webhookId: string;
  readonly appId: string;
  /** The types to send; null for all. */
  readonly types: readonly string[] | null;
  readonly replayId: string;
  /** As requested. A request with the same time continues the same replay. */
  readonly since: Date;
  /** The time of the oldest event to send. */
  readonly from: Date;
  /** UUIDv7 for the deliveries. Their number is the most events that are sent. */
  readonly deliveryIds: readonly string[];
}

/**
 * Makes deliveries of the app's events from `from` on to this endpoint due now, oldest first. Deliveries that are
 * already pending are not changed. The endpoint's row must be locked. Returns the replay.
 */
export async function beginReplay(trx: Queryable, params: BeginReplayParams): Promise<Replay> {
  const { webhookId, appId, types, replayId, since, from, deliveryIds } = params;
  const rows = await trx.query(
    `with found as (
       select id, created_at, row_number() over (order by created_at, id) as place from events
       where app_id = $2 and created_at >= $3 and type <> 'webhook.test' and ($4::text[] is null or type = any($4))
         and (not (select by_order from webhooks where id = $1) or exists (
           select from webhook_orders o where o.webhook_id = $1 and o.invoice_id = events.invoice_id))
       order by created_at, id limit cardinality($6::uuid[]) + 1),
     sent as (
       insert into deliveries (id, event_id, webhook_id, replay_id, next_attempt_at, created_at, updated_at)
       select ($6::uuid[])[place], id, $1, $5,
         now() - (cardinality($6) - place) * interval '1 microsecond', now(), now()
       from found where place <= cardinality($6)
       on conflict (event_id, webhook_id) do update set status = 'pending', attempts = 0, error = null,
         lease_until = null, replay_id = excluded.replay_id, next_attempt_at = excluded.next_attempt_at,
         updated_at = excluded.updated_at
         where deliveries.status <> 'pending'
       returning 1)
     update webhooks set replay_id = $5, replay_since = $7, replay_count = (select count(*) from sent),
       replay_next_since = (select created_at from found where place > cardinality($6))
     where id = $1 returning ${replay.columns}`,
    [webhookId, appId, from, types, replayId, deliveryIds, since],
  );
  return replay.all(rows)[0] as Replay;
}
