// SQL that finds the invoices of a store by the filters of Greenfield.
import type { OrderSituation } from '../../../../core/dialect/order-situation.ts';
import type { Queryable } from '../../../../io/db/database.ts';
import { beginningWith, boundValues } from '../../../../io/db/keyset.ts';

export interface InvoiceSearch {
  readonly appId: string;
  /** Empty for any. */
  readonly orderIds: readonly string[];
  /** Null for any. */
  readonly situations: readonly OrderSituation[] | null;
  /** The beginning of an order number, of the buyer’s email address, or an id; null for any. */
  readonly text: string | null;
  readonly from: Date | null;
  readonly before: Date | null;
  readonly withArchived: boolean;
  readonly skip: number;
  readonly take: number;
}

const unpaid = "i.status in ('open', 'partially_paid')";
const calm = `${unpaid} and i.pending = 0`;
const reorged = "'reorged' = any(i.exceptions)";

/** The conditions of orderSituation in SQL. Situations that Greenfield has the same word for may share one. */
const conditions: Readonly<Record<OrderSituation, string>> = {
  open: `${calm} and i.status = 'open' and not ${reorged}`,
  confirming: `${unpaid} and i.pending > 0`,
  partially_paid: `${calm} and i.status = 'partially_paid' and not ${reorged}`,
  reversed: `${calm} and ${reorged} and i.paid = 0`,
  reversed_in_part: `${calm} and ${reorged} and i.paid > 0`,
  paid: "i.status = 'paid'",
  overpaid: "i.status = 'paid'",
  paid_late: "i.status = 'paid'",
  settled_manually: "i.status = 'paid'",
  partially_refunded: "i.status = 'paid'",
  refunded: "i.status = 'paid'",
  expired: "i.status = 'expired'",
  expired_in_part: "i.status = 'expired'",
  canceled: "i.status = 'canceled'",
};

/** Returns the ids of the invoices, newest first. */
export async function findInvoiceIds(db: Queryable, search: InvoiceSearch): Promise<string[]> {
  const { values, bind } = boundValues();
  const { appId, orderIds, situations, text, from, before, withArchived, skip, take } = search;
  const fitting = [
    `i.app_id = ${bind(appId)}`,
    ...(withArchived ? [] : ['s.archived_at is null']),
    ...(orderIds.length === 0 ? [] : [`s.order_id = any(${bind(orderIds)}::text[])`]),
    ...(situations === null ? [] : [anyOf(situations)]),
    ...(from === null ? [] : [`i.created_at >= ${bind(from)}`]),
    ...(before === null ? [] : [`i.created_at < ${bind(before)}`]),
    ...(text === null ? [] : [beginsWith(bind(beginningWith(text)), bind(text.toLowerCase()))]),
  ];
  const rows = await db.query<{ id: string }>(
    `select i.id from invoices i left join shop_invoices s on s.invoice_id = i.id and s.dialect = 'greenfield'
     where ${fitting.join(' and ')}
     order by i.created_at desc, i.id desc limit ${bind(take)} offset ${bind(skip)}`,
    values,
  );
  return rows.map(({ id }) => id);
}

function anyOf(situations: readonly OrderSituation[]): string {
  const distinct = [...new Set(situations.map((one) => `(${conditions[one]})`))];
  return distinct.length === 0 ? 'false' : `(${distinct.join(' or ')})`;
}

function beginsWith(begins: string, whole: string): string {
  return `(s.order_id like ${begins} or i.reference like ${begins} or i.id::text = ${whole}
    or lower(i.customer ->> 'email') like lower(${begins}))`;
}
