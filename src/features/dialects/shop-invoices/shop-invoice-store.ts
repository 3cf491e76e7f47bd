// All SQL of the table shop_invoices: the fields of an invoice that only another dialect has.
import type { TokenDoorKind } from '../../../core/access/door-kinds.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { jsonb, nullable, oneOf, type RowOf, rowType, text, time, uuid } from '../../../io/db/row-type.ts';
import type { TamperedRow } from '../../../io/db/sealed/row-guard.ts';
import { sealed } from '../../../io/db/sealed/sealed-row-type.ts';
import { isUniqueViolation } from '../../../io/db/sql-fault.ts';
import { moneyRows } from '../../known/row-seals/money-rows.ts';
import type { ShopObject } from './shop-json.ts';

const plainShopInvoice = rowType({
  invoiceId: uuid,
  appId: uuid,
  dialect: oneOf<TokenDoorKind>(),
  /** The short name of a charge of Coinbase Commerce. */
  code: nullable(text),
  /** The shop's number, which several invoices may have. */
  orderId: nullable(text),
  /** Further fields of the request that the answers repeat. */
  details: jsonb<ShopObject>(),
  /** When the shop archived it, which leaves it out of its lists. */
  archivedAt: nullable(time),
  createdAt: time,
});
export type ShopInvoice = RowOf<typeof plainShopInvoice>;

const shopInvoice = sealed(plainShopInvoice, 'shop_invoice', moneyRows.shop_invoice);

/** Adds the row of an invoice, or replaces the fields that a shop may change. The invoice must be locked or new. */
export async function writeShopInvoice(trx: Queryable, written: ShopInvoice): Promise<void> {
  await trx.query(
    `insert into shop_invoices (${shopInvoice.written}) values (${shopInvoice.placeholders})
     on conflict (invoice_id) do update set order_id = excluded.order_id, details = excluded.details,
       archived_at = excluded.archived_at, mac = excluded.mac`,
    shopInvoice.values(trx, written),
  );
}

/** Throws RowTampered. */
export async function findShopInvoice(
  db: Queryable,
  dialect: TokenDoorKind,
  invoiceId: string,
): Promise<ShopInvoice | null> {
  const sql = `select ${shopInvoice.columns} from shop_invoices where invoice_id = $1 and dialect = $2`;
  return shopInvoice.one(db, await db.query(sql, [invoiceId, dialect]));
}

/** By the id of the invoice. Tampered ones are recorded and left out. */
export async function listShopInvoices(
  db: Queryable,
  dialect: TokenDoorKind,
  invoiceIds: readonly string[],
): Promise<ReadonlyMap<string, ShopInvoice>> {
  return (await readShopInvoices(db, dialect, invoiceIds)).found;
}

export interface ShopInvoicesRead {
  readonly found: ReadonlyMap<string, ShopInvoice>;
  /** The rows that were changed outside the service. They must not be used. */
  readonly tampered: ReadonlyMap<string, TamperedRow>;
}

/** By the id of the invoice. */
export async function readShopInvoices(
  db: Queryable,
  dialect: TokenDoorKind,
  invoiceIds: readonly string[],
): Promise<ShopInvoicesRead> {
  if (invoiceIds.length === 0) return { found: new Map(), tampered: new Map() };
  const sql = `select ${shopInvoice.columns} from shop_invoices where invoice_id = any($1::uuid[]) and dialect = $2`;
  const { rows, tampered } = shopInvoice.apart(db, await db.query(sql, [invoiceIds, dialect]));
  return {
    found: new Map(rows.map((row) => [row.invoiceId, row])),
    tampered: new Map(tampered.map((row) => [row.id, row])),
  };
}

/** The invoices of an app that shops of this dialect placed under one of these numbers, with the number of each. */
export async function listShopInvoicesOf(
  db: Queryable,
  { appId, dialect }: Pick<ShopInvoice, 'appId' | 'dialect'>,
  orderIds: readonly string[],
): Promise<ShopInvoice[]> {
  const sql = `select ${shopInvoice.columns} from shop_invoices
    where app_id = $1 and dialect = $2 and order_id = any($3::text[]) order by created_at desc limit 100`;
  return shopInvoice.all(db, await db.query(sql, [appId, dialect, orderIds]));
}

/** Finds the row of the app by its code. Throws RowTampered. */
export async function findShopInvoiceByCode(
  db: Queryable,
  appId: string,
  { dialect, code }: { readonly dialect: TokenDoorKind; readonly code: string },
): Promise<ShopInvoice | null> {
  const sql = `select ${shopInvoice.columns} from shop_invoices where code = $1 and app_id = $2 and dialect = $3`;
  return shopInvoice.one(db, await db.query(sql, [code, appId, dialect]));
}

/** Whether an insert failed because another invoice has the same code. */
export function isCodeTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'shop_invoices_code_key');
}
