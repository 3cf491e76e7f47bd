// The SQL that says which amounts at a shared address are promised: shown to a customer whose quote is open, or ended
// within the last 7 days.
import type { Queryable } from '../../../io/db/database.ts';

/** As a condition: whether the transaction with this alias still counts at this moment. */
export function isPromised(alias: string, moment: string): string {
  return `(${alias}.status = 'processing' or ${alias}.updated_at > ${moment} - interval '7 days')`;
}

/** An address and an asset there, and the invoice that a quote is made for: its own ended quotes are no obstacle. */
export interface PromisePlace {
  readonly recipient: string;
  readonly assetId: string;
  readonly invoiceId: string;
  readonly now: Date;
}

/**
 * Which of these amounts (smallest units) are promised to other invoices at the address, or open for this one. The
 * trigger `keep_promised_amount` has the same condition.
 */
export async function listPromised(
  db: Queryable,
  { recipient, assetId, invoiceId, now }: PromisePlace,
  amounts: readonly bigint[],
): Promise<ReadonlySet<bigint>> {
  const rows = await db.query<{ amount: string }>(
    `select a.amount from unnest($4::numeric[]) as a(amount) cross join lateral (
       select from transactions t
       where amount_key(t.recipient, t.amount) = amount_key($1, a.amount) and t.asset_id = $2
         and (t.status = 'processing' or t.invoice_id <> $3 and ${isPromised('t', '$5::timestamptz')}) limit 1) one`,
    [recipient, assetId, invoiceId, amounts.map(String), now],
  );
  return new Set(rows.map(({ amount }) => BigInt(amount)));
}
