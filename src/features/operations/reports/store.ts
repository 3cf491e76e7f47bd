// SQL of reports: read-only sums of credits and of refunds that were sent.
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
  refunds: count,
  refundedAmount: amount,
  refundedValue: amount,
  refundReversedAmount: amount,
  refundReversedValue: amount,
});
/** The sums for one asset and one currency. Amounts in smallest units, values in minor units. */
export type BalanceLine = RowOf<typeof line>;

/**
 * Sums an app's credits and refunds from `from` (inclusive) to `to` (exclusive). A reversed one counts at its time, and
 * its reversal at the time of the reversal, so that periods add up.
 */
export async function sumEntries(db: Queryable, appId: string, from: Date, to: Date): Promise<BalanceLine[]> {
  const rows = await db.query(
    `with entries as (
       ${moneyEntries('asset_id, currency, amount, value')})
     select asset_id, currency,
       count(*) filter (where kind = 'credit') as payments,
       ${sumOf('amount', 'credit')} as amount,
       ${sumOf('value', 'credit')} as value,
       ${sumOf('amount', 'reversal')} as reversed_amount,
       ${sumOf('value', 'reversal')} as reversed_value,
       count(*) filter (where kind = 'refund') as refunds,
       ${sumOf('amount', 'refund')} as refunded_amount,
       ${sumOf('value', 'refund')} as refunded_value,
       ${sumOf('amount', 'refund_reversal')} as refund_reversed_amount,
       ${sumOf('value', 'refund_reversal')} as refund_reversed_value
     from entries group by asset_id, currency order by asset_id, currency`,
    [appId, from, to],
  );
  return line.all(rows);
}

type EntryKind = 'credit' | 'reversal' | 'refund' | 'refund_reversal';

/** The sum of a column of `moneyEntries` over the entries of one kind. */
export function sumOf(column: 'amount' | 'value', kind: EntryKind): string {
  return `coalesce(sum(${column}) filter (where kind = '${kind}'), 0)`;
}

/**
 * Selects these columns of the credits and refunds of an app ($1) from $2 to $3, and of their reversals, with the time
 * `at` and the `kind` of each entry.
 */
export function moneyEntries(columns: string): string {
  const part = (table: 'credits' | 'refund_debits', at: string, kind: EntryKind) => `
    select ${columns}, ${at} as at, '${kind}' as kind from ${table}
    where app_id = $1 and ${at} >= $2 and ${at} < $3`;
  return [
    part('credits', 'created_at', 'credit'),
    part('credits', 'reversed_at', 'reversal'),
    part('refund_debits', 'created_at', 'refund'),
    part('refund_debits', 'reversed_at', 'refund_reversal'),
  ].join(' union all ');
}
