// All SQL of figures of the whole instance, for /metrics and doctor. It uses indexes, PostgreSQL's statistics, and
// estimates for large tables.
import type { Queryable } from '../../../../io/db/database.ts';

export interface DeliveryBacklog {
  /** The number of unfinished deliveries, including retries. */
  readonly pending: number;
  /** The wait of the longest overdue delivery, in seconds; null if none is due. */
  readonly oldestDueSeconds: number | null;
}

/** No worker holds it. */
const isFree = '(lease_until is null or lease_until <= now())';

/** Steps from endpoint to endpoint through the index of pending deliveries. */
export async function readBacklog(db: Queryable): Promise<DeliveryBacklog> {
  const [row] = await db.query<DeliveryBacklog>(
    `with recursive earliest as (
       (select webhook_id, next_attempt_at from deliveries where status = 'pending' and ${isFree}
        order by webhook_id, next_attempt_at limit 1)
       union all
       select n.webhook_id, n.next_attempt_at from earliest e cross join lateral (
         select webhook_id, next_attempt_at from deliveries
         where status = 'pending' and webhook_id > e.webhook_id and ${isFree}
         order by webhook_id, next_attempt_at limit 1) n)
     select (select count(*) from deliveries where status = 'pending')::float8 as pending,
       (select extract(epoch from now() - min(next_attempt_at))::float8 from earliest
        where next_attempt_at <= now()) as "oldestDueSeconds"`,
  );
  if (row === undefined) throw new Error('The database returned no figures.');
  return row;
}

/** Counts the endpoints that the service disabled within the last 30 days, by reason. */
export async function countEndpointsOff(db: Queryable): Promise<{ reason: string; count: number }[]> {
  return db.query<{ reason: string; count: number }>(
    `select disabled_reason as reason, count(*)::int as count from webhooks
     where not enabled and deleted_at is null and disabled_reason <> 'by_owner'
       and updated_at > now() - interval '30 days' group by 1 order by 1`,
  );
}

/** With more rows, the ended invoices are counted by estimate. */
const exactRows = 100_000;

/** Counts invoices by status. Open ones are counted exactly; the rest exactly up to 100,000 rows. */
export async function countInvoices(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const [size] = await db.query<{ rows: number }>(
    `select greatest(c.reltuples, s.n_live_tup)::float8 as rows from pg_class c
     join pg_stat_user_tables s on s.relid = c.oid where c.oid = 'invoices'::regclass`,
  );
  const rows =
    (size?.rows ?? 0) <= exactRows
      ? await db.query<StatusCount>('select status, count(*)::float8 as count from invoices group by status')
      : await db.query<StatusCount>(
          `select v.status, round(v.share * c.reltuples)::float8 as count from pg_class c
           join pg_stats s on s.tablename = c.relname and s.schemaname = c.relnamespace::regnamespace::text
             and s.attname = 'status'
           cross join lateral unnest(s.most_common_vals::text::text[], s.most_common_freqs) as v(status, share)
           where c.oid = 'invoices'::regclass and v.status not in ('open', 'partially_paid')
           union all
           select status, count(*)::float8 from invoices where status in ('open', 'partially_paid') group by status`,
        );
  return new Map(rows.map(({ status, count }) => [status, count]));
}

interface StatusCount {
  readonly status: string;
  readonly count: number;
}

export interface MoneyCounts {
  /** The number of rows inserted since PostgreSQL's statistics began, including rolled back commits. */
  readonly creditsInserted: number;
  readonly invoicesInserted: number;
  readonly unmatchedInserted: number;
  readonly refundsInserted: number;
  /** The time of the last credit; null if there is none. */
  readonly creditedAt: Date | null;
  /** Payments without a transaction that wait for their merchant. */
  readonly unmatchedWaiting: number;
  /** Refunds that are ready to send, or were sent with another amount. */
  readonly refundsWaiting: number;
}

export async function countMoney(db: Queryable): Promise<MoneyCounts> {
  const [row] = await db.query<MoneyCounts>(
    `select (select n_tup_ins from pg_stat_user_tables where relid = 'credits'::regclass)::float8 as "creditsInserted",
       (select n_tup_ins from pg_stat_user_tables where relid = 'invoices'::regclass)::float8 as "invoicesInserted",
       (select n_tup_ins from pg_stat_user_tables where relid = 'unmatched_payments'::regclass)::float8
         as "unmatchedInserted",
       (select n_tup_ins from pg_stat_user_tables where relid = 'refund_debits'::regclass)::float8 as "refundsInserted",
       (select created_at from credits order by id desc limit 1) as "creditedAt",
       (select count(*) from unmatched_payments where status = 'waiting')::float8 as "unmatchedWaiting",
       (select count(*) from refunds where status in ('ready', 'seen') and (status = 'ready' or amount_differs))::float8
         as "refundsWaiting"`,
  );
  if (row === undefined) throw new Error('The database returned no figures.');
  return row;
}

export interface MailBacklog {
  readonly waiting: number;
  /** Unsent mails that failed at least once. */
  readonly failing: number;
  /** The wait of the longest overdue mail, in seconds; null if none is due. */
  readonly oldestDueSeconds: number | null;
}

export async function readMailBacklog(db: Queryable): Promise<MailBacklog> {
  const [row] = await db.query<MailBacklog>(
    `select count(*)::float8 as waiting, count(*) filter (where failures > 0)::float8 as failing,
       extract(epoch from now() - min(next_attempt_at) filter (where next_attempt_at <= now()))::float8
         as "oldestDueSeconds" from mails`,
  );
  if (row === undefined) throw new Error('The database returned no figures.');
  return row;
}
