// SQL of statistics: the results of an app's invoices in a period, and the credits and refunds in it.
import type { Queryable } from '../../../../io/db/database.ts';
import { amount, count, decimal, nullable, type RowOf, readAs, rowType, text } from '../../../../io/db/row-type.ts';
import { moneyEntries, sumOf } from '../store.ts';

/** To the millisecond; null if there are no times. */
const seconds = readAs(nullable(decimal), (read) => (read === null ? null : Number(read)));

/** The grouping: by day of the period, by coin, or by invoice status. */
export type StatisticsBy = 'day' | 'coin' | 'status';

/** The starts of the parts of a period, ascending. The last value is the end (exclusive). */
export interface Period {
  readonly appId: string;
  readonly starts: readonly Date[];
}

const turnout = rowType({
  created: count,
  paid: count,
  medianSeconds: seconds,
  p95Seconds: seconds,
});
/** The invoices created in a period, the number of those paid, and the times from creation to payment. */
export type Turnout = RowOf<typeof turnout>;

const keyed = rowType({
  /** The number of the day, from 1, or the id of the asset. */
  key: text,
  created: nullable(count),
  paid: count,
  medianSeconds: seconds,
  p95Seconds: seconds,
});
/** The same for a part of the period. `created` is null by coin, because an invoice has no coin. */
export type KeyedTurnout = RowOf<typeof keyed>;

const ofStatus = rowType({ key: text, created: count, paid: count });

const volume = rowType({
  key: text,
  currency: text,
  payments: count,
  credited: amount,
  reversed: amount,
  refunds: count,
  refunded: amount,
  refundsReversed: amount,
});
/** Credits, refunds and reversals in a period, in minor units of one currency. `key`: day, asset id or status. */
export type Volume = RowOf<typeof volume>;

/** Percentiles are measured values, without interpolation. */
const percentiles = `
  round(percentile_disc(0.5) within group (order by seconds)::numeric, 3) as median_seconds,
  round(percentile_disc(0.95) within group (order by seconds)::numeric, 3) as p95_seconds`;

const figures = `count(*) as created, count(seconds) as paid, ${percentiles}`;

/** Uses an index-only scan if the table was vacuumed since the rows changed. */
const invoicesOf = (from: string, to: string) => `
  select status, date_part('epoch', paid_at - created_at) as seconds from invoices
  where app_id = $1 and created_at >= ${from} and created_at < ${to}`;

/** All invoices of the period: 30 ms for 100,000 of them. */
export async function sumTurnout(db: Queryable, { appId, starts }: Period): Promise<Turnout> {
  const rows = await db.query(`select ${figures} from (${invoicesOf('$2', '$3')}) i`, [
    appId,
    starts[0],
    starts.at(-1),
  ]);
  return turnout.one(rows) ?? { created: 0, paid: 0, medianSeconds: null, p95Seconds: null };
}

/** Runs one query per day on the index, which is faster than sorting all invoices by day. */
export async function listTurnoutByDay(db: Queryable, { appId, starts }: Period): Promise<KeyedTurnout[]> {
  const rows = await db.query(
    `select d.place::text as key, t.*
     from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality as d(start, finish, place)
     cross join lateral (select ${figures} from (${invoicesOf('d.start', 'd.finish')}) i) t`,
    [appId, starts.slice(0, -1), starts.slice(1)],
  );
  return keyed.all(rows);
}

/** Only paid invoices have times, so their times are the times of the whole period. */
export async function listTurnoutByStatus(
  db: Queryable,
  { appId, starts }: Period,
): Promise<{ key: string; created: number; paid: number }[]> {
  const rows = await db.query(
    `select status as key, count(*) as created, count(seconds) as paid from (${invoicesOf('$2', '$3')}) i
     group by status order by status`,
    [appId, starts[0], starts.at(-1)],
  );
  return ofStatus.all(rows);
}

/** Counts the paid invoices credited with each coin. Each invoice is looked up: 150 ms for 100,000 credits. */
export async function listTurnoutByCoin(db: Queryable, { appId, starts }: Period): Promise<KeyedTurnout[]> {
  const rows = await db.query(
    `select c.asset_id::text as key, null::bigint as created, count(*) as paid, ${percentiles}
     from (select distinct asset_id, invoice_id from credits
       where app_id = $1 and created_at >= $2 and created_at < $3) c
     join (select id, date_part('epoch', paid_at - created_at) as seconds from invoices
       where paid_at is not null) i on i.id = c.invoice_id
     group by c.asset_id`,
    [appId, starts[0], starts.at(-1)],
  );
  return keyed.all(rows);
}

const volumeKeys: Readonly<Record<StatisticsBy, string>> = {
  day: 'width_bucket(at, $4::timestamptz[])',
  coin: 'asset_id',
  status: '(select status from invoices where id = invoice_id)',
};

/**
 * A credit or refund counts at its time, and its reversal at the time of the reversal, as in a balance sheet. By status
 * each invoice is looked up: 150 ms for 100,000 credits instead of 25.
 */
export async function listVolume(db: Queryable, { appId, starts }: Period, by: StatisticsBy): Promise<Volume[]> {
  const rows = await db.query(
    `select key::text, currency,
       count(*) filter (where kind = 'credit') as payments,
       ${sumOf('value', 'credit')} as credited,
       ${sumOf('value', 'reversal')} as reversed,
       count(*) filter (where kind = 'refund') as refunds,
       ${sumOf('value', 'refund')} as refunded,
       ${sumOf('value', 'refund_reversal')} as refunds_reversed
     from (select ${volumeKeys[by]} as key, currency, value, kind
       from (${moneyEntries('asset_id, invoice_id, currency, value')}) c) k
     where $4::timestamptz[] is not null group by key, currency order by key, currency`,
    [appId, starts[0], starts.at(-1), starts],
  );
  return volume.all(rows);
}
