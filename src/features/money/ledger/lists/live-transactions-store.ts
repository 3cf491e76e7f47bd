// SQL that reads the payments and the open attempts of several invoices at once.
import type { Queryable } from '../../../../io/db/database.ts';
import { readTransaction, transactionColumns, type WithHeight } from '../transaction-store.ts';

interface LiveRow extends Readonly<Record<string, unknown>> {
  readonly scanned_height: string | null;
}

/**
 * Lists the transactions of these invoices that are processing or successful, oldest first. An invoice has up to `most`
 * with a payment and up to `most` without one: the newest. Tampered ones are left out.
 */
export async function listLiveTransactions(
  db: Queryable,
  invoiceIds: readonly string[],
  most: number,
): Promise<WithHeight[]> {
  if (invoiceIds.length === 0) return [];
  const ofInvoice = (condition: string) =>
    `(select * from transactions where invoice_id = asked.id and ${condition}
      order by created_at desc, id desc limit $2)`;
  const rows = await db.query<LiveRow>(
    `select ${transactionColumns}, c.block_number as scanned_height
     from unnest($1::uuid[]) as asked(id) cross join lateral (
       ${ofInvoice("status in ('processing', 'success') and hash is not null")}
       union all
       ${ofInvoice("status = 'processing' and hash is null")}) t
     left join network_cursors c on c.network_id = t.network_id order by t.created_at, t.id`,
    [invoiceIds, most],
  );
  return rows.flatMap((row) => {
    const transaction = readTransaction(db, row);
    const scannedHeight = row.scanned_height === null ? null : Number(row.scanned_height);
    return transaction === null ? [] : [{ transaction, scannedHeight }];
  });
}
