// All SQL of the table webhook_orders: the orders that shops placed in another dialect, and the invoices made for them.
import type { Queryable } from '../../../../io/db/database.ts';
import { jsonb, nullable, type RowOf, rowType, text, time, uuid } from '../../../../io/db/row-type.ts';
import { sealed } from '../../../../io/db/sealed/sealed-row-type.ts';
import { moneyRows } from '../../../known/row-seals/money-rows.ts';
import type { WebhookDialect } from '../acts/webhook-row.ts';

const plainOrder = rowType({
  webhookId: uuid,
  /** The shop's number. */
  orderNo: text,
  invoiceId: uuid,
  appId: uuid,
  /** The amount as the shop sent it. */
  money: text,
  notifyUrl: text,
  returnUrl: nullable(text),
  /** Further fields of the request that the answers repeat. */
  details: jsonb<Readonly<Record<string, string>>>(),
  createdAt: time,
});
export type WebhookOrder = RowOf<typeof plainOrder>;

const order = sealed(plainOrder, 'webhook_order', moneyRows.webhook_order);

/** Returns null if the number is taken; nothing is written then. */
export async function insertOrder(trx: Queryable, added: WebhookOrder): Promise<WebhookOrder | null> {
  const rows = await trx.query(
    `insert into webhook_orders (${order.written}) values (${order.placeholders})
     on conflict do nothing returning invoice_id`,
    order.values(trx, added),
  );
  return rows.length === 0 ? null : added;
}

/** Throws RowTampered. */
export async function findOrder(
  db: Queryable,
  { webhookId, orderNo }: Pick<WebhookOrder, 'webhookId' | 'orderNo'>,
): Promise<WebhookOrder | null> {
  const sql = `select ${order.columns} from webhook_orders where webhook_id = $1 and order_no = $2`;
  return order.one(db, await db.query(sql, [webhookId, orderNo]));
}

/** Throws RowTampered. */
export async function findOrderOf(
  db: Queryable,
  { webhookId, invoiceId }: Pick<WebhookOrder, 'webhookId' | 'invoiceId'>,
): Promise<WebhookOrder | null> {
  const sql = `select ${order.columns} from webhook_orders where webhook_id = $1 and invoice_id = $2`;
  return order.one(db, await db.query(sql, [webhookId, invoiceId]));
}

/** The orders of these invoices, by endpoint and invoice. Tampered ones are recorded and left out. */
export async function listOrdersOf(
  db: Queryable,
  asked: readonly Pick<WebhookOrder, 'webhookId' | 'invoiceId'>[],
): Promise<WebhookOrder[]> {
  if (asked.length === 0) return [];
  return order.all(
    db,
    await db.query(
      `select ${order.columns} from webhook_orders
       where (webhook_id, invoice_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
      [asked.map(({ webhookId }) => webhookId), asked.map(({ invoiceId }) => invoiceId)],
    ),
  );
}

/** Newest first. Tampered ones are recorded and left out. */
export async function listOrders(
  db: Queryable,
  webhookId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<WebhookOrder[]> {
  return order.all(
    db,
    await db.query(
      `select ${order.columns} from webhook_orders where webhook_id = $1
       order by created_at desc, order_no limit $2 offset $3`,
      [webhookId, limit, offset],
    ),
  );
}

export async function countOrders(db: Queryable, webhookId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from webhook_orders where webhook_id = $1',
    [webhookId],
  );
  return row?.count ?? 0;
}

/** The order of an invoice in a dialect, and its door. Throws RowTampered. */
export async function findOrderBy(
  db: Queryable,
  dialect: WebhookDialect,
  invoiceId: string,
): Promise<{ readonly order: WebhookOrder; readonly doorId: string | null } | null> {
  const rows = await db.query<{ door_id: string | null }>(
    `select ${order.columnsOf('o')}, w.door_id from webhook_orders o
     join webhooks w on w.id = o.webhook_id and w.dialect = $1 where o.invoice_id = $2`,
    [dialect, invoiceId],
  );
  const found = order.one(db, rows);
  return found === null ? null : { order: found, doorId: rows[0]?.door_id ?? null };
}
