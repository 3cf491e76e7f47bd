// The SQL of reports: sums over what payments credited, read and never written here.
import type { Queryable } from '../../io/db/database.ts';

/** Of one asset credited in one currency: amounts in smallest units, values in minor units. */
export interface BalanceLine {
  readonly assetId: string;
  readonly currency: string;
  readonly payments: number;
  readonly amount: bigint;
  readonly value: bigint;
  readonly reversedAmount: bigint;
  readonly reversedValue: bigint;
}

/**
 * An app's credits from `from` (inclusive) to `to` (exclusive). A credit that the chain took back counts where it was
 * made, and its reversal where that was noted, so that periods add up.
 */
export async function sumCredits(db: Queryable, appId: string, from: Date, to: Date): Promise<BalanceLine[]> {
  const rows = await db.query<{
    asset_id: string;
    currency: string;
    payments: string;
    amount: string;
    value: string;
    reversed_amount: string;
    reversed_value: string;
  }>(
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
  return rows.map((row) => ({
    assetId: row.asset_id,
    currency: row.currency,
    payments: Number(row.payments),
    amount: BigInt(row.amount),
    value: BigInt(row.value),
    reversedAmount: BigInt(row.reversed_amount),
    reversedValue: BigInt(row.reversed_value),
  }));
}
