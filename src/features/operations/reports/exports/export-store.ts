// SQL of exports: an app's credits, refunds and their reversals in a period, page by page, ordered by time.
import type { RateEvidence } from '../../../../core/money/rate.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import {
  amount,
  boolean,
  count,
  decimal,
  jsonb,
  nullable,
  oneOf,
  type RowOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../../io/db/row-type.ts';

const entry = rowType({
  /** The id of the credit, or of the refund's debit. */
  id: uuid,
  kind: oneOf<'payment' | 'refund'>(),
  at: time,
  /** The position after which the next page begins, to the microsecond. */
  place: text,
  isReversal: boolean,
  assetId: uuid,
  currency: text,
  amount,
  value: amount,
  /** Null for a refund. */
  transactionId: nullable(uuid),
  /** Null for a payment. */
  refundId: nullable(uuid),
  invoiceId: uuid,
  reference: nullable(text),
  rate: decimal,
  rateEvidence: jsonb<RateEvidence>(),
  /** The market rate when a refund was seen; null for a payment, and if there was none. */
  sendingRate: nullable(decimal),
  sendingRateEvidence: nullable(jsonb<RateEvidence>()),
  sender: nullable(text),
  recipient: text,
  txHash: text,
  block: nullable(count),
  reason: nullable(text),
  matchedBy: nullable(text),
});
/**
 * A credit, a refund that was sent, or the reversal of one. Amount in smallest units, value in minor units of the
 * currency, both not negative.
 */
export type ExportEntry = RowOf<typeof entry>;

/** From `from` (inclusive) to `to` (exclusive). */
export interface ExportPeriod {
  readonly appId: string;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Returns up to `limit` entries after the given one, oldest first. A reversed credit or refund is listed at its time
 * and again, as a reversal, at the time of the reversal. Each page is a separate statement, so that a slow reader holds
 * no connection.
 */
export async function listEntries(
  db: Queryable,
  { appId, from, to }: ExportPeriod,
  after: ExportEntry | null,
  limit: number,
): Promise<ExportEntry[]> {
  const rows = await db.query(
    `with e as materialized (
       select *, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
       from (${entryPages.join(' union all ')}) p order by at, id, is_reversal limit $7)
     ${creditsOf('e')} union all ${debitsOf('e')} order by at, id, is_reversal`,
    [appId, from, to, after?.place ?? null, after?.id ?? null, after?.isReversal ?? null, limit],
  );
  return entry.all(rows);
}

/** The first entries of a table after the place of the last one. */
const pageOf = (table: 'credits' | 'refund_debits', at: string, isReversal: boolean) => `
  (select id, ${at} as at, ${isReversal} as is_reversal from ${table}
   where app_id = $1 and ${at} >= greatest($2, $4::timestamptz) and ${at} < $3
     and ($4::timestamptz is null or (${at}, id, ${isReversal}) > ($4, $5::uuid, $6::boolean))
   order by ${at}, id limit $7)`;

const entryPages = (['credits', 'refund_debits'] as const).flatMap((table) => [
  pageOf(table, 'created_at', false),
  pageOf(table, 'reversed_at', true),
]);

const creditsOf = (entries: string) => `
  select e.id, 'payment' as kind, e.at, e.place, e.is_reversal, c.asset_id, c.currency, c.amount, c.value,
    c.transaction_id, null::uuid as refund_id, c.invoice_id, i.reference, t.rate, t.rate_evidence,
    null::numeric as sending_rate, null::jsonb as sending_rate_evidence, coalesce(f.sender, t.sender) as sender,
    f.recipient, f.tx_hash, c.block, t.reason, t.matched_by
  from ${entries} e
  join credits c on c.id = e.id
  join transactions t on t.id = c.transaction_id
  join invoices i on i.id = c.invoice_id
  join transfers f on f.id = c.transfer_id`;

const debitsOf = (entries: string) => `
  select e.id, 'refund', e.at, e.place, e.is_reversal, d.asset_id, d.currency, d.amount, d.value,
    null, d.refund_id, d.invoice_id, i.reference, d.rate, d.rate_evidence, d.sending_rate,
    d.sending_rate_evidence, d.sender, d.recipient, d.hash, d.block, r.reason, null
  from ${entries} e
  join refund_debits d on d.id = e.id
  join refunds r on r.id = d.refund_id
  join invoices i on i.id = d.invoice_id`;
