// All SQL that writes the table refund_debits: what refunds that were sent took from an app. Reports read it.
import type { RateEvidence } from '../../../../core/money/rate.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import {
  amount,
  count,
  decimal,
  jsonb,
  nullable,
  type RowOf,
  rowType,
  text,
  time,
  uuid,
} from '../../../../io/db/row-type.ts';

const debit = rowType({
  id: uuid,
  refundId: uuid,
  invoiceId: uuid,
  appId: uuid,
  assetId: uuid,
  currency: text,
  amount,
  value: amount,
  rate: decimal,
  rateEvidence: jsonb<RateEvidence>(),
  /** The market rate when the transfer was seen; null if there was none. */
  sendingRate: nullable(decimal),
  sendingRateEvidence: nullable(jsonb<RateEvidence>()),
  sender: nullable(text),
  recipient: text,
  hash: text,
  block: count,
  createdAt: time,
});
/** `amount` in smallest units of the asset, `value` in minor units of the currency. Addresses are canonical. */
export type NewDebit = RowOf<typeof debit>;

/** A unique key rejects a second live debit of a refund. */
export async function insertDebit(trx: Queryable, added: NewDebit): Promise<void> {
  await trx.query(`insert into refund_debits (${debit.written}) values (${debit.placeholders})`, debit.values(added));
}

/** The debit stays, because a report of an earlier period has it. */
export async function reverseDebit(trx: Queryable, refundId: string, now: Date): Promise<void> {
  await trx.query('update refund_debits set reversed_at = $2 where refund_id = $1 and reversed_at is null', [
    refundId,
    now,
  ]);
}
