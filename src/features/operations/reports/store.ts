// SQL of reports: read-only sums of credits.
import type { Queryable } from '../../../io/db/database.ts';
import { amount, count, type RowOf, rowType, text, uuid } from '../../../io/db/row-type.ts';

const line = rowType({
  assetId: uuid,
  currency: text,
  payments: count,
  amount,
  value: amount,
  reversedAmount: amount,
  reversedValue: amount,
});
/** The sums for one asset and one currency. Amounts in smallest units, values in minor units. */
export type BalanceLine = RowOf<typeof line>;

/**
 * Sums an app's credits from `from` (inclusive) to `to` (exclusive). A reversed credit counts at its time, and its
 * reversal at the time of the reversal, so that periods add up.
 */
export async function sumCredits(db: Queryable, appId: string, from: Date, to: Date): Promise<BalanceLine[]> {
  const rows = await db.query(
    `with entries as (
       select asset_id, currency, amount, value, false as is_reversal from credits
       where app_id = $1 and created_at >= $2 and created_at < $3
       union all
       select asset_id, currency, amount, value, true from credits
       where app_id = $1 and reversed_at >= $2 and reversed_at < $3)
     select asset_id, currency, count(*) filter (where not is_reversal) as payments,
       coalesce(sum(amount) filter (where not is_reversal), 0) as amount,
       coalesce(sum(value) filter (where not is_reversal), 0) as value,
       coalesce(sum(amount) filter (where is_reversal), 0) as reversed_amount,
       coalesce(sum(value) filter (where is_reversal), 0) as reversed_value
     from entries group by asset_id, currency order by asset_id, currency`,
    [appId, from, to],
  );
  return line.all(rows);
}
