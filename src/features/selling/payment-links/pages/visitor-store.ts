// SQL of the tables visitor_invoices and visitor_crowds: invoices made by visitors of payment links and counters.
import type { Queryable } from '../../../../io/db/database.ts';

export interface VisitorInvoice {
  readonly invoiceId: string;
  /** The network of the visitor, as a keyed hash; null if it is not known. */
  readonly visitor: number | null;
  readonly createdAt: Date;
}

export async function insertVisitorInvoice(trx: Queryable, made: VisitorInvoice): Promise<void> {
  await trx.query('insert into visitor_invoices (invoice_id, visitor, created_at) values ($1, $2, $3)', [
    ...[made.invoiceId, made.visitor, made.createdAt],
  ]);
}

/** Records that requests at the app's pages came near the limit. */
export async function noteCrowd(db: Queryable, appId: string, now: Date): Promise<void> {
  await db.query(
    `insert into visitor_crowds (app_id, noted_at) values ($1, $2)
     on conflict (app_id) do update set noted_at = greatest(visitor_crowds.noted_at, excluded.noted_at)`,
    [appId, now],
  );
}
