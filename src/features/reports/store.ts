// The SQL of reports: sums over what payments credited, read and never written here.
import type { Queryable } from '../../io/db/database.ts';
import { amount, count, type RowOf, rowType, text, uuid } from '../../io/db/row-type.ts';

const line = rowType({
  assetId: uuid,
  currency: text,
  payments: count,
  amount,
  value: amount,
  reversedAmount: amount,
  reversedValue: amount,
});
/** Of one asset credited in one currency: amounts in smallest units, values in minor units. */
export type BalanceLine = RowOf<typeof line>;

/**
 * An app's credits from `from` (inclusive) to `to` (exclusive). A credit that the chain took back counts where it was
 * made, and its reversal where that was noted, so that periods add up.
 */
export async function sumCredits(db: Queryable, appId: string, from: Date, to: Date): Promise<BalanceLine[]> {
  const rows = await db.query(
    `with entries as (
       select c.*, t.asset_id, i.currency, c.created_at >= $2 and c.created_at < $3 as is_made,
         coalesce(c.reversed_at >= $2 and c.reversed_at < $3, false) as is_reversed
       from credits c join transactions t on t.id = c.transaction_id join invoices i on i.id = c.invoice_id
       where t.app_id = $1)
     select asset_id, currency, count(*) filter (where is_made) as payments,
       coalesce(sum(amount) filter (where is_made), 0) as amount, coalesce(sum(value) filter (where is_made), 0) as value,
       coalesce(sum(amount) filter (where is_reversed), 0) as reversed_amount,
       coalesce(sum(value) filter (where is_reversed), 0) as reversed_value
     from entries where is_made or is_reversed group by asset_id, currency order by asset_id, currency`,
    [appId, from, to],
  );
  return line.all(rows);
}
