// SQL that lists the invoices of an app next to one of them, in either direction.
import type { Queryable } from '../../../../io/db/database.ts';
import { boundValues, continuing, type Direction } from '../../../../io/db/keyset.ts';
import { type Invoice, invoiceColumns, readInvoices } from '../invoice-store.ts';

export interface InvoiceRange {
  readonly appId: string;
  readonly direction: Direction;
  /** The invoice that the list continues from. Null for the end of the list. */
  readonly from: Pick<Invoice, 'id' | 'createdAt'> | null;
  readonly limit: number;
}

export interface InvoicesInRange {
  /** In the direction of the list, one more than the limit. */
  readonly ids: readonly string[];
  /** Tampered ones are recorded and left out. */
  readonly invoices: readonly Invoice[];
}

export async function listInvoiceRange(db: Queryable, range: InvoiceRange): Promise<InvoicesInRange> {
  const { appId, direction, from, limit } = range;
  const { values, bind } = boundValues();
  const place = from === null ? null : [`${bind(from.createdAt)}::timestamptz`, `${bind(from.id)}::uuid`];
  const { condition, order } = continuing(direction, ['created_at', 'id'], place);
  const rows = await db.query<Readonly<Record<string, unknown>> & { readonly id: string }>(
    `select ${invoiceColumns} from invoices where app_id = ${bind(appId)} and ${condition}
     order by ${order} limit ${bind(limit)} + 1`,
    values,
  );
  return { ids: rows.map(({ id }) => id), invoices: readInvoices(db, rows) };
}

/** Counts the invoices of an app, up to `most`. */
export async function countInvoicesUpTo(db: Queryable, appId: string, most: number): Promise<number> {
  const sql = 'select count(*)::int as count from (select from invoices where app_id = $1 limit $2) found';
  const [row] = await db.query<{ count: number }>(sql, [appId, most]);
  return row?.count ?? 0;
}
