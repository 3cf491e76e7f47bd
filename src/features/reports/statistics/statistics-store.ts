// The SQL of statistics: what became of an app's invoices in a period, and what was credited in it.
import type { Queryable } from '../../../io/db/database.ts';
import { amount, count, nullable, type RowOf, rowType, text } from '../../../io/db/row-type.ts';

/** What is summed up together: the days of the period, its coins, or the statuses of invoices. */
export type StatisticsBy = 'day' | 'coin' | 'status';

/** Where the parts of a period begin, ascending; the last one is where it ends (exclusive). */
export interface Period {
  readonly appId: string;
  readonly starts: readonly Date[];
}

const turnout = rowType({
  /** The number of the day, from 1, or the status; null for all of the period. */
  key: nullable(text),
  created: count,
  paid: count,
  medianMillis: nullable(count),
  p95Millis: nullable(count),
});
/** Invoices made out in a period, those of them that are paid, and how long that took from their creation. */
export type Turnout = RowOf<typeof turnout>;

const volume = rowType({
  key: text,
  currency: text,
  payments: count,
  credited: amount,
  reversed: amount,
});
/** What was credited and taken back in a period, in one currency: minor units. `key`: day, asset id or status. */
export type Volume = RowOf<typeof volume>;

const coinTurnout = rowType({ key: text, paid: count, medianMillis: nullable(count), p95Millis: nullable(count) });
/** The paid ones of the invoices that this coin was credited to in the period. */
export type CoinTurnout = RowOf<typeof coinTurnout>;

/** The p-th part of them took no longer: one of the times that were measured, none between two. */
const percentiles = (millis: string) => `
  percentile_disc(0.5) within group (order by ${millis}) as median_millis,
  percentile_disc(0.95) within group (order by ${millis}) as p95_millis`;

/**
 * Of all invoices of the period, and of each day or status. Read from one index alone, where the table was vacuumed
 * since they changed.
 */
export async function listTurnout(
  db: Queryable,
  { appId, starts }: Period,
  by: Exclude<StatisticsBy, 'coin'>,
): Promise<Turnout[]> {
  const key = by === 'day' ? 'width_bucket(created_at, $2::timestamptz[])::text' : 'status';
  const rows = await db.query(
    `select key, count(*) as created, count(paid_at) as paid, ${percentiles('millis')}
     from (select ${key} as key, paid_at,
         (extract(epoch from paid_at - created_at) * 1000)::bigint as millis
       from invoices where app_id = $1 and created_at >= ($2::timestamptz[])[1]
         and created_at < ($2::timestamptz[])[array_upper($2::timestamptz[], 1)]) i
     group by grouping sets ((), (key))`,
    [appId, starts],
  );
  return turnout.all(rows);
}

/** By coin there is no such thing as an invoice made out: only what was paid with it. */
export async function listCoinTurnout(db: Queryable, { appId, starts }: Period): Promise<CoinTurnout[]> {
  const rows = await db.query(
    `select key, count(*) as paid, ${percentiles('millis')}
     from (select distinct c.asset_id::text as key, i.id,
         (extract(epoch from i.paid_at - i.created_at) * 1000)::bigint as millis
       from credits c join invoices i on i.id = c.invoice_id
       where c.app_id = $1 and c.created_at >= $2 and c.created_at < $3 and i.paid_at is not null) p
     group by key`,
    [appId, starts[0], starts.at(-1)],
  );
  return coinTurnout.all(rows);
}

const volumeKeys: Readonly<Record<StatisticsBy, string>> = {
  day: 'width_bucket(at, $2::timestamptz[])::text',
  coin: 'asset_id::text',
  status: '(select status from invoices where id = invoice_id)',
};

/** A credit counts where it was made, and its reversal where that was noted, as in a balance sheet. */
export async function listVolume(db: Queryable, { appId, starts }: Period, by: StatisticsBy): Promise<Volume[]> {
  const rows = await db.query(
    `select ${volumeKeys[by]} as key, currency, count(*) filter (where not is_reversal) as payments,
       coalesce(sum(value) filter (where not is_reversal), 0) as credited,
       coalesce(sum(value) filter (where is_reversal), 0) as reversed
     from (
       select created_at as at, asset_id, invoice_id, currency, value, false as is_reversal from credits
       where app_id = $1 and created_at >= ($2::timestamptz[])[1]
         and created_at < ($2::timestamptz[])[array_upper($2::timestamptz[], 1)]
       union all
       select reversed_at, asset_id, invoice_id, currency, value, true from credits
       where app_id = $1 and reversed_at >= ($2::timestamptz[])[1]
         and reversed_at < ($2::timestamptz[])[array_upper($2::timestamptz[], 1)]) c
     group by 1, 2 order by 1, 2`,
    [appId, starts],
  );
  return volume.all(rows);
}
