// SQL of exports: an app's credits and reversals in a period, page by page, ordered by time.
import type { RateEvidence } from '../../../../core/money/rate.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import {
  amount,
  boolean,
  decimal,
  jsonb,
  nullable,
  type RowOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../../io/db/row-type.ts';

const entry = rowType({
  /** The id of the credit. */
  id: uuid,
  at: time,
  /** The position after which the next page begins, to the microsecond. */
  place: text,
  isReversal: boolean,
  assetId: uuid,
  currency: text,
  amount,
  value: amount,
  transactionId: uuid,
  invoiceId: uuid,
  reference: nullable(text),
  rate: decimal,
  rateEvidence: jsonb<RateEvidence>(),
  sender: nullable(text),
  recipient: text,
  txHash: text,
  block: decimal,
  reason: nullable(text),
  matchedBy: nullable(text),
});
/** A credit or its reversal. Amount in smallest units, value in minor units of the currency, both not negative. */
export type ExportEntry = RowOf<typeof entry>;

/** From `from` (inclusive) to `to` (exclusive). */
export interface ExportPeriod {
  readonly appId: string;
  readonly from: Date;
  readonly to: Date;
}

/**
 * Returns up to `limit` entries after the given one, oldest first. A reversed credit is listed at its time and again,
 * as a reversal, at the time of the reversal. Each page is a separate statement, so that a slow reader holds no
 * connection.
 */
export async function listEntries(
  db: Queryable,
  { appId, from, to }: ExportPeriod,
  after: ExportEntry | null,
  limit: number,
): Promise<ExportEntry[]> {
  const pageOf = (at: string, isReversal: boolean) => `
    (select id, ${at} as at, ${isReversal} as is_reversal from credits
     where app_id = $1 and ${at} >= greatest($2, $4::timestamptz) and ${at} < $3
       and ($4::timestamptz is null or (${at}, id, ${isReversal}) > ($4, $5::uuid, $6::boolean))
     order by ${at}, id limit $7)`;
  const rows = await db.query(
    `select e.id, e.at, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place, e.is_reversal,
       c.asset_id, c.currency, c.amount, c.value, c.transaction_id, c.invoice_id, i.reference, t.rate, t.rate_evidence,
       coalesce(f.sender, t.sender) as sender, f.recipient, f.tx_hash, c.block, t.reason, t.matched_by
     from (select * from (${pageOf('created_at', false)} union all ${pageOf('reversed_at', true)}) p
       order by at, id, is_reversal limit $7) e
     join credits c on c.id = e.id
     join transactions t on t.id = c.transaction_id
     join invoices i on i.id = c.invoice_id
     join transfers f on f.id = c.transfer_id
     order by e.at, e.id, e.is_reversal`,
    [appId, from, to, after?.place ?? null, after?.id ?? null, after?.isReversal ?? null, limit],
  );
  return entry.all(rows);
}
